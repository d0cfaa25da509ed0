import {
  type ActorId,
  type Environment,
  type EnvironmentId,
  type ExperimentId,
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

/** A proposed flag config. The document's proposals have no `kind`; all others do. */
export type ConfigContent = {
  kind?: undefined
  change?: undefined
  flagId: FlagId
  segmentId?: undefined
  proposedConfig: FlagConfig
}
/** A proposed segment config. */
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
/** A proposed schedule, which the approval starts. */
export type ScheduleContent = {
  kind: 'schedule'
  change?: undefined
  flagId: FlagId
  segmentId?: undefined
  scheduleId: ScheduleId
  proposedConfig: null
}
/** An experiment, which its approval starts. */
export type ExperimentContent = {
  kind: 'experiment'
  change?: undefined
  flagId: FlagId
  segmentId?: undefined
  experimentId: ExperimentId
  proposedConfig: null
}
/** A paused schedule with overdue steps, which the approval resumes. */
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
/** A proposed change of an environment's protection. */
export type EnvironmentContent = Change<
  'environment',
  { protected?: boolean; strict?: boolean; emergency?: boolean },
  null
>

/** A proposed change of a flag itself, not of its config. */
export type FlagContent = ArchiveContent | ClientSafeContent
/** The content of a proposal, by kind. */
export type Content =
  | ConfigContent
  | SegmentContent
  | SegmentIdsContent
  | ScheduleContent
  | ExperimentContent
  | ResumeContent
  | FlagContent
  | EnvironmentContent

export type Proposed = {
  id: ProposalId
  orgId: OrganizationId
  projectId: ProjectId
  environmentId: EnvironmentId
  /** The proposer's reason, if given. */
  comment?: string | undefined
  /** The earlier proposal that its proposer withdrew in favour of this one. */
  replaces?: ProposalId | undefined
  /** The newest emergency save since it was proposed, while it is pending. */
  emergencyVersion?: number | undefined
  createdBy: ActorId
  /** The person who proposed it, in a session or with a key of theirs. */
  proposerId: UserId | null
  /** The proposer's e-mail address at that time, normalized for comparison. */
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
export type FlagProposal = Proposal &
  (ConfigContent | ScheduleContent | ExperimentContent | ResumeContent | FlagContent)
export type SegmentProposal = Proposal & (SegmentContent | SegmentIdsContent)
export type ProposalOf<Of extends Content> = Proposed & Of

/** The reviewing actor and the person behind it; for approvals, their e-mail address too. */
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

/** Tells whether a proposal could replace another: both are configs of one subject in one environment. */
export const isAboutTheSame = (one: Proposal, place: Content & { environmentId: EnvironmentId }): boolean =>
  one.kind === place.kind &&
  one.flagId === place.flagId &&
  one.segmentId === place.segmentId &&
  one.environmentId === place.environmentId

/** Rejects a pending proposal of an environment that lost its protection: no approval could carry it out. */
export const rejectUnprotected = (proposal: Proposal, { by, at }: { by: Reviewer; at: string }): ReviewedProposal =>
  review(requirePending(proposal), 'rejected', { by, at, note: 'The environment is no longer protected.' })
