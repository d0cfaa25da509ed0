import type { AuditAction, ProjectChange } from '@bunting/contract'
import type { words } from '@bunting/contract/sentences'
import type { QueryKey } from '@tanstack/react-query'
import { answerKeys } from '../answers.ts'
import { apiKeyKeys } from '../api-keys.ts'
import { codeKeys } from '../code-references.ts'
import { contextKeys } from '../contexts.ts'
import { dependentKeys } from '../dependents.ts'
import { environmentKeys } from '../environments.ts'
import { experimentKeys } from '../experiments.ts'
import { summaryKeys } from '../flag-summaries.ts'
import { flagVersionKeys } from '../flag-versions.ts'
import { healthKeys } from '../health.ts'
import { invitationKeys } from '../invitations.ts'
import { memberKeys } from '../members.ts'
import { metricKeys } from '../metrics.ts'
import { projectKeys } from '../projects.ts'
import { proposalKeys } from '../proposals.ts'
import { scheduleKeys } from '../schedules.ts'
import { segmentKeys } from '../segments.ts'
import { sessionKeys } from '../sessions.ts'
import { viewKeys } from '../views.ts'
import { waitingKeys } from '../waiting.ts'
import { webhookKeys } from '../webhooks.ts'

type ResourceType = (typeof words)[AuditAction]['resourceType']
type Concerned = (projectId: string, change: ProjectChange) => readonly QueryKey[]

const versionsOf: Concerned = (projectId, { environmentId, flagKey }) =>
  environmentId === undefined || flagKey === undefined
    ? []
    : [
        flagVersionKeys.list({ projectId, envId: environmentId, flagKey }),
        flagVersionKeys.everywhere(projectId, flagKey),
      ]

/** Figures that any change of a flag may alter. */
const counted: Concerned = (projectId) => [healthKeys.overview(projectId), healthKeys.cleanup(projectId)]

const summaryOf: Concerned = (projectId, { flagKey }) =>
  flagKey === undefined ? [summaryKeys.all(projectId)] : [summaryKeys.one(projectId, flagKey)]

/** References between flags and segments. */
const usagesOf: Concerned = (projectId) => [segmentKeys.usages(projectId), dependentKeys.all(projectId)]

/** Versions themselves never change: the list says which is the latest. */
const segments: Concerned = (projectId, { environmentId, segmentKey }) => [
  segmentKeys.list(projectId),
  segmentKeys.usages(projectId),
  ...(environmentId === undefined || segmentKey === undefined
    ? []
    : ['list', 'ids'].map((of) => [...segmentKeys.versions({ projectId, envId: environmentId, segmentKey }), of])),
  ['explanation'],
  answerKeys.all(projectId),
]

/** The queries that show each type of resource. The flag itself is read separately, by `readChangedFlags`. */
const concerned: Record<ResourceType, Concerned> = {
  flag: (...change) => [
    ...summaryOf(...change),
    ...usagesOf(...change),
    ...counted(...change),
    answerKeys.all(change[0]),
  ],
  // A schedule's step is a version, without an audit entry of its own.
  flag_version: (projectId, change) => [
    ...summaryOf(projectId, change),
    ...versionsOf(projectId, change),
    ...usagesOf(projectId, change),
    scheduleKeys.all(projectId),
    // A version may leave a mark on an experiment that runs.
    experimentKeys.all(projectId),
    healthKeys.overview(projectId),
    answerKeys.all(projectId),
    // A pending proposal shows whether it was made before an emergency save.
    proposalKeys.anyOne(projectId),
  ],
  segment: segments,
  segment_version: segments,
  proposal: (projectId, change) => [
    proposalKeys.lists(projectId),
    waitingKeys.all,
    proposalKeys.one(projectId, change.resourceId),
    healthKeys.overview(projectId),
    ...(change.flagKey === undefined ? [] : summaryOf(projectId, change)),
    ...(byApproval[change.action]?.(projectId, change) ?? []),
  ],
  api_key: (projectId, { environmentId }) => [apiKeyKeys.all(projectId, environmentId)],
  environment: (projectId) => [environmentKeys.all(projectId)],
  // The setting that keeps lines of code may have changed.
  project: (projectId) => [projectKeys.all, codeKeys.all(projectId)],
  member: () => [memberKeys.all, invitationKeys.all],
  session: () => [sessionKeys.own],
  organization: () => [],
  schedule: (projectId) => [scheduleKeys.all(projectId), healthKeys.overview(projectId)],
  metric: (projectId) => [metricKeys.all(projectId)],
  experiment: (projectId) => [experimentKeys.all(projectId)],
  webhook: () => [webhookKeys.all],
  view: (projectId) => [viewKeys.all(projectId)],
  context: (projectId) => [contextKeys.all(projectId)],
  code_references: (projectId) => [codeKeys.all(projectId), summaryKeys.all(projectId), healthKeys.cleanup(projectId)],
}

/** An approval applies the proposed change, which has no audit entry of its own. */
const byApproval: Partial<Record<AuditAction, Concerned>> = {
  'flag.proposal.approved': (...change) => [
    ...versionsOf(...change),
    ...usagesOf(...change),
    answerKeys.all(change[0]),
  ],
  'segment.proposal.approved': segments,
  'environment.proposal.approved': (projectId) => [environmentKeys.all(projectId)],
}

/** The queries that a change makes stale, by the beginning of their keys. */
export const concernedBy = (projectId: string, change: ProjectChange): readonly QueryKey[] =>
  concerned[change.resourceType as ResourceType]?.(projectId, change) ?? []

const flagActions: readonly AuditAction[] = [
  'flag.created',
  'flag.updated',
  'flag.version.created',
  'flag.proposal.approved',
]

/** Tells whether the session may be affected: it holds roles and the plan, and a removed member has none. */
export const concernsSession = ({ resourceType }: ProjectChange): boolean =>
  resourceType === 'member' || resourceType === 'organization'

export const concernsFlag = ({ action }: ProjectChange): boolean => flagActions.includes(action)
