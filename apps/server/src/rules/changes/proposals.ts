import {
  type ActorId,
  type Environment,
  type EnvironmentId,
  type FlagId,
  fail,
  type OrganizationId,
  type ProjectId,
  type ProposalId,
  type ScheduleId,
  type SegmentId,
  type UserId,
} from '@bunting/contract'
import type { FlagConfig, SegmentConfig } from '@bunting/engine'

/** A flag's config, as the document has it, says no kind. Whatever else is proposed has one. */
export type ConfigContent = {
  kind?: undefined
  change?: undefined
  flagId: FlagId
  segmentId?: undefined
  proposedConfig: FlagConfig
}
/** The config of a segment. */
export type SegmentContent = {
  kind: 'segment'
  change?: undefined
  flagId: null
  segmentId: SegmentId
  proposedConfig: SegmentConfig
}
/** What is uploaded to a large segment; its hashes are kept beside it. */
export type SegmentIdsContent = {
  kind: 'segmentIds'
  change: { op: 'add' | 'remove' | 'replace'; added: number; removed: number; unchanged: number }
  flagId: null
  segmentId: SegmentId
  proposedConfig: null
}
/** A schedule, which its approval starts. */
export type ScheduleContent = {
  kind: 'schedule'
  change?: undefined
  flagId: FlagId
  segmentId?: undefined
  scheduleId: ScheduleId
  proposedConfig: null
}
/** A paused schedule, which goes on late. */
export type ResumeContent = {
  kind: 'resume'
  change: { resumed: true }
  flagId: FlagId
  segmentId?: undefined
  scheduleId: ScheduleId
  proposedConfig: null
}
type Change<Kind, Of, Id> = { kind: Kind; change: Of; flagId: Id; segmentId?: undefined; proposedConfig: null }
type ArchiveContent = Change<'archive', { archived: boolean }, FlagId>
type ClientSafeContent = Change<'clientSafe', { clientSafe: boolean }, FlagId>
/** What of an environment is proposed. */
export type EnvironmentContent = Change<
  'environment',
  { protected?: boolean; strict?: boolean; emergency?: boolean },
  null
>

/** What of a flag is proposed besides configs. */
export type FlagContent = ArchiveContent | ClientSafeContent
/** What is proposed. */
export type Content =
  | ConfigContent
  | SegmentContent
  | SegmentIdsContent
  | ScheduleContent
  | ResumeContent
  | FlagContent
  | EnvironmentContent

export type Proposed = {
  id: ProposalId
  orgId: OrganizationId
  projectId: ProjectId
  environmentId: EnvironmentId
  /** Why, where that was said. */
  comment?: string | undefined
  /** The one that its proposer took back for it. */
  replaces?: ProposalId | undefined
  /** Of an emergency save since, while it waits. */
  emergencyVersion?: number | undefined
  createdBy: ActorId
  /** The person who proposed it, by themselves or by a key of theirs. */
  proposerId: UserId | null
  /** Their address then, as it is compared. */
  proposerAddress: string | null
  createdAt: string
}

type Pending = {
  status: 'pending'
  reviewedBy: null
  reviewerId: null
  reviewerAddress: null
  reviewedAt: null
  reviewNote: null
}
type Reviewed = {
  status: 'approved' | 'rejected'
  reviewedBy: ActorId
  reviewerId: UserId | null
  reviewerAddress: string | null
  reviewedAt: string
  reviewNote: string | null
}

export type PendingProposal = Proposed & Content & Pending
export type ReviewedProposal = Proposed & Content & Reviewed
export type Proposal = PendingProposal | ReviewedProposal
export type FlagProposal = Proposal & (ConfigContent | ScheduleContent | ResumeContent | FlagContent)
export type SegmentProposal = Proposal & (SegmentContent | SegmentIdsContent)
export type ProposalOf<Of extends Content> = Proposed & Of

/** Who reviews: the actor, and the person behind it. Who approves is held to their address as well. */
export type Reviewer = { id: ActorId; personId: UserId | null; address?: string | null }
type Review = { by: Reviewer; at: string; note: string | undefined }

export const requireProtected = (environment: Environment): void => {
  if (!environment.protected) {
    fail('CONFLICT', `The environment ${environment.slug} is not protected: update the config directly.`)
  }
}

export const requirePending = (proposal: Proposal): PendingProposal =>
  proposal.status === 'pending'
    ? proposal
    : fail('PROPOSAL_NOT_PENDING', `The proposal was ${proposal.status} before. A further change needs a new proposal.`)

export const review = (
  proposal: PendingProposal,
  status: ReviewedProposal['status'],
  { by, at, note }: Review,
): ReviewedProposal => ({
  ...proposal,
  status,
  reviewedBy: by.id,
  reviewerId: by.personId,
  reviewerAddress: by.address ?? null,
  reviewedAt: at,
  reviewNote: note ?? null,
})

/** Whether the one could stand in the place of the other: a config of the same, for the same environment. */
export const isAboutTheSame = (one: Proposal, place: Content & { environmentId: EnvironmentId }): boolean =>
  one.kind === place.kind &&
  one.flagId === place.flagId &&
  one.segmentId === place.segmentId &&
  one.environmentId === place.environmentId

/** What waits for an environment that lost its protection: its proposals, which nothing could carry out any more. */
export const rejectUnprotected = (proposal: Proposal, { by, at }: { by: Reviewer; at: string }): ReviewedProposal =>
  review(requirePending(proposal), 'rejected', { by, at, note: 'The environment is no longer protected.' })
