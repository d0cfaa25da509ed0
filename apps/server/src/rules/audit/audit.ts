import {
  type ApiKey,
  type ApiKeyId,
  type AuditAction,
  auditActions,
  type Environment,
  type EnvironmentId,
  type Flag,
  type Organization,
  type ProjectId,
  type ScheduleId,
  type Segment,
} from '@bunting/contract'
import type { Proposal, ReviewedProposal } from '../changes/proposals.ts'
import { isSegment, type Subject } from '../configs/subject.ts'

/** An audit entry without its actor, time and id. */
export type AuditDraft = {
  action: AuditAction
  /** Null where it concerns the whole organization: then every project's log shows it. */
  projectId: ProjectId | null
  /** There if neither the resource nor the meta names it. */
  environmentId?: EnvironmentId
  resourceType:
    | 'project'
    | 'environment'
    | 'flag'
    | 'flag_version'
    | 'segment'
    | 'segment_version'
    | 'proposal'
    | 'api_key'
    | 'member'
    | 'session'
    | 'organization'
    | 'schedule'
    | 'metric'
    | 'experiment'
    | 'webhook'
    | 'view'
    | 'context'
    | 'code_references'
  resourceId: string
  meta: Record<string, unknown>
}

/** The environment that an entry is about, if it is about one. */
export const environmentOf = (draft: AuditDraft): EnvironmentId | null => {
  if (draft.resourceType === 'environment') return draft.resourceId as EnvironmentId
  return draft.environmentId ?? (draft.meta.environmentId as EnvironmentId | undefined) ?? null
}

/** The actions that begin with a prefix. */
export const actionsWith = (prefix: string): AuditAction[] => auditActions.filter((action) => action.startsWith(prefix))

/** The document spells the field both ways, so entries carry both. */
export const environmentMeta = (id: EnvironmentId) => ({ envId: id, environmentId: id })

export const environmentCreated = (
  projectId: ProjectId,
  environment: Environment,
  copiedFrom?: Environment,
): AuditDraft => ({
  action: 'environment.created',
  projectId,
  resourceType: 'environment',
  resourceId: environment.id,
  meta: {
    name: environment.name,
    slug: environment.slug,
    ...(copiedFrom ? { copiedFrom: copiedFrom.id } : {}),
  },
})

export const environmentUpdated = (
  projectId: ProjectId,
  environment: Environment,
  changed: Record<string, unknown>,
): AuditDraft => ({
  action: 'environment.updated',
  projectId,
  resourceType: 'environment',
  resourceId: environment.id,
  meta: changed,
})

export const flagCreated = (flag: Flag, why: Pick<Why, 'comment'> = {}): AuditDraft => ({
  action: 'flag.created',
  projectId: flag.projectId,
  resourceType: 'flag',
  resourceId: flag.id,
  meta: { key: flag.key, name: flag.name, type: flag.type, ...managedMeta(flag), ...whyMeta(why) },
})

/** The manager of a flag or a segment, if it has one. */
const managedMeta = ({ managedBy }: { managedBy?: string | undefined }) =>
  managedBy === undefined ? {} : { managedBy }

export const flagUpdated = (
  flag: Flag,
  changed: Record<string, unknown>,
  why: Pick<Why, 'comment'> = {},
): AuditDraft => ({
  action: 'flag.updated',
  projectId: flag.projectId,
  resourceType: 'flag',
  resourceId: flag.id,
  meta: { ...changed, ...whyMeta(why) },
})

type VersionOf = { id: string; environmentId: EnvironmentId; version: number }
/** The circumstances of a version: its comment, its schedule, or that it was an emergency. */
export type Why = {
  comment?: string | null | undefined
  emergency?: boolean | undefined
  scheduleId?: ScheduleId | undefined
}
const whyMeta = ({ comment, emergency, scheduleId }: Why) => ({
  ...(scheduleId ? { scheduleId } : {}),
  ...(emergency ? { emergency } : {}),
  ...(comment ? { comment } : {}),
})

const keyMeta = (subject: Subject) => (isSegment(subject) ? { segmentKey: subject.key } : { flagKey: subject.key })

export const versionCreated = (subject: Subject, version: VersionOf, why: Why): AuditDraft => ({
  action: isSegment(subject) ? 'segment.version.created' : 'flag.version.created',
  projectId: subject.projectId,
  resourceType: isSegment(subject) ? 'segment_version' : 'flag_version',
  resourceId: version.id,
  meta: { ...keyMeta(subject), ...environmentMeta(version.environmentId), version: version.version, ...whyMeta(why) },
})

type IdsChanged = VersionOf & { added: number; removed: number }

/** How many, and never which. */
export const segmentIdsChanged = (segment: Segment, changed: IdsChanged, why: Why): AuditDraft => ({
  action: 'segment.ids.changed',
  projectId: segment.projectId,
  resourceType: 'segment_version',
  resourceId: changed.id,
  meta: {
    ...keyMeta(segment),
    ...environmentMeta(changed.environmentId),
    version: changed.version,
    added: changed.added,
    removed: changed.removed,
    ...whyMeta(why),
  },
})

export const segmentCreated = (segment: Segment): AuditDraft => ({
  action: 'segment.created',
  projectId: segment.projectId,
  resourceType: 'segment',
  resourceId: segment.id,
  meta: { key: segment.key, name: segment.name, ...managedMeta(segment) },
})

export const segmentUpdated = (segment: Segment, changed: Record<string, unknown>): AuditDraft => ({
  action: 'segment.updated',
  projectId: segment.projectId,
  resourceType: 'segment',
  resourceId: segment.id,
  meta: changed,
})

/** The kind and change of a proposal that is no flag config: those of the document have no such fields. */
const changeMeta = (proposal: Proposal) => {
  if (proposal.kind === 'schedule') return { kind: proposal.kind, scheduleId: proposal.scheduleId }
  if (proposal.kind === 'experiment') return { kind: proposal.kind, experimentId: proposal.experimentId }
  if (proposal.change === undefined) return {}
  const of = proposal.kind === 'resume' ? { scheduleId: proposal.scheduleId } : {}
  return { kind: proposal.kind, change: proposal.change, ...of }
}
const noteMeta = ({ reviewNote }: Proposal) => (reviewNote === null ? {} : { note: reviewNote })

/** The key of the flag or segment, for proposals that are not about the environment itself. */
const subjectMeta = (subject: Subject | undefined) => (subject ? keyMeta(subject) : {})

const prefixOf = ({ kind, flagId }: Proposal) => {
  if (kind === 'segment' || kind === 'segmentIds') return 'segment'
  return flagId === null ? 'environment' : 'flag'
}

const proposalEntry = (done: 'created' | 'approved' | 'rejected', proposal: Proposal, meta: object): AuditDraft => ({
  action: `${prefixOf(proposal)}.proposal.${done}`,
  projectId: proposal.projectId,
  resourceType: 'proposal',
  resourceId: proposal.id,
  meta: { ...meta, ...noteMeta(proposal) },
})

export const proposalCreated = (proposal: Proposal, subject?: Subject): AuditDraft =>
  proposalEntry('created', proposal, {
    ...subjectMeta(subject),
    ...environmentMeta(proposal.environmentId),
    ...changeMeta(proposal),
    ...(proposal.replaces === undefined ? {} : { replaces: proposal.replaces }),
    ...whyMeta(proposal),
  })

/** `version` is the one that the approval made, if any. */
export const proposalApproved = (proposal: ReviewedProposal, subject?: Subject, version?: number): AuditDraft =>
  proposalEntry('approved', proposal, {
    ...subjectMeta(subject),
    ...environmentMeta(proposal.environmentId),
    ...(version === undefined ? {} : { version }),
    ...changeMeta(proposal),
    ...whyMeta(proposal),
  })

/** The document's entry does not name the flag; the one of a segment's proposal does. */
export const proposalRejected = (proposal: ReviewedProposal, segment?: Segment): AuditDraft =>
  proposalEntry('rejected', proposal, {
    ...subjectMeta(segment),
    ...environmentMeta(proposal.environmentId),
    ...changeMeta(proposal),
  })

type PlacedKey = ApiKey & { environmentId: EnvironmentId }

export const apiKeyCreated = (projectId: ProjectId, key: PlacedKey): AuditDraft => ({
  action: 'api_key.created',
  projectId,
  environmentId: key.environmentId,
  resourceType: 'api_key',
  resourceId: key.id,
  meta: {
    type: key.type,
    description: key.description,
    keyPrefix: key.keyPrefix,
    ...(key.expiresAt === null ? {} : { expiresAt: key.expiresAt }),
  },
})

export const apiKeyRotated = (
  projectId: ProjectId,
  key: { id: ApiKeyId; environmentId: EnvironmentId; keyPrefix: string; previousExpiresAt: string },
): AuditDraft => ({
  action: 'api_key.rotated',
  projectId,
  environmentId: key.environmentId,
  resourceType: 'api_key',
  resourceId: key.id,
  meta: { keyPrefix: key.keyPrefix, previousExpiresAt: key.previousExpiresAt },
})

export const apiKeyRevoked = (projectId: ProjectId, key: PlacedKey): AuditDraft => ({
  action: 'api_key.revoked',
  projectId,
  environmentId: key.environmentId,
  resourceType: 'api_key',
  resourceId: key.id,
  meta: { keyPrefix: key.keyPrefix },
})

/** The origin of a person's request, as far as it is known. */
export type Caller = { address: string; userAgent: string }

export const callerMeta = (caller: Caller | undefined): Partial<Caller> =>
  Object.fromEntries(Object.entries(caller ?? {}).filter(([, value]) => value !== ''))

export const organizationUpdated = (
  organization: Organization,
  changed: Record<string, unknown>,
  caller: Caller,
): AuditDraft => ({
  action: 'organization.updated',
  projectId: null,
  resourceType: 'organization',
  resourceId: organization.id,
  meta: { ...changed, ...callerMeta(caller) },
})
