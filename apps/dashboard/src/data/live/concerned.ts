import type { AuditAction, ProjectChange } from '@bunting/contract'
import type { words } from '@bunting/contract/sentences'
import type { QueryKey } from '@tanstack/react-query'
import { apiKeyKeys } from '../api-keys.ts'
import { auditKeys } from '../audit-log.ts'
import { environmentKeys } from '../environments.ts'
import { summaryKeys } from '../flag-summaries.ts'
import { flagVersionKeys } from '../flag-versions.ts'
import { memberKeys } from '../members.ts'
import { projectKeys } from '../projects.ts'
import { proposalKeys } from '../proposals.ts'
import { scheduleKeys } from '../schedules.ts'
import { segmentKeys } from '../segments.ts'
import { webhookKeys } from '../webhooks.ts'

type ResourceType = (typeof words)[AuditAction]['resourceType']
type Concerned = (projectId: string, change: ProjectChange) => readonly QueryKey[]

const versionsOf: Concerned = (projectId, { environmentId, flagKey }) =>
  environmentId === undefined || flagKey === undefined
    ? []
    : [flagVersionKeys.list({ projectId, envId: environmentId, flagKey })]

const summaryOf: Concerned = (projectId, { flagKey }) =>
  flagKey === undefined ? [summaryKeys.all(projectId)] : [summaryKeys.one(projectId, flagKey)]

const segments: Concerned = (projectId) => [segmentKeys.list(projectId), ['explanation']]

/** What a change is about, and what else shows it. The flag itself is read by itself, whatever its list has. */
const concerned: Record<ResourceType, Concerned> = {
  flag: summaryOf,
  flag_version: (...change) => [...summaryOf(...change), ...versionsOf(...change)],
  segment: segments,
  segment_version: segments,
  proposal: (projectId, change) => [
    proposalKeys.lists(projectId),
    proposalKeys.one(projectId, change.resourceId),
    ...(change.flagKey === undefined ? [] : summaryOf(projectId, change)),
    ...(byApproval[change.action]?.(projectId, change) ?? []),
  ],
  api_key: (projectId, { environmentId }) => [apiKeyKeys.all(projectId, environmentId)],
  environment: (projectId) => [environmentKeys.all(projectId)],
  project: () => [projectKeys.all],
  member: () => [memberKeys.all],
  session: () => [],
  organization: () => [],
  schedule: (projectId) => [scheduleKeys.all(projectId)],
  webhook: () => [webhookKeys.all],
}

/** An approval carries out what was proposed, and that has no entry of its own. */
const byApproval: Partial<Record<AuditAction, Concerned>> = {
  'flag.proposal.approved': versionsOf,
  'segment.proposal.approved': segments,
  'environment.proposal.approved': (projectId) => [environmentKeys.all(projectId)],
}

/** What of the project has to be read again, by the beginning of its query keys. */
export const concernedBy = (projectId: string, change: ProjectChange): readonly QueryKey[] => [
  auditKeys.all(projectId),
  ...(concerned[change.resourceType as ResourceType]?.(projectId, change) ?? []),
]

const flagActions: readonly AuditAction[] = [
  'flag.created',
  'flag.updated',
  'flag.version.created',
  'flag.proposal.approved',
]

/** Roles and the plan are part of it, and whoever is removed has none any more. */
export const concernsSession = ({ resourceType }: ProjectChange): boolean =>
  resourceType === 'member' || resourceType === 'organization'

export const concernsFlag = ({ action }: ProjectChange): boolean => flagActions.includes(action)
