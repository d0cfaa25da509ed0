import {
  type ActorId,
  type Environment,
  type EnvironmentId,
  type FlagId,
  fail,
  type OrganizationId,
  type ProjectId,
  type ProposalId,
} from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'

type Proposed = {
  id: ProposalId
  orgId: OrganizationId
  projectId: ProjectId
  flagId: FlagId
  environmentId: EnvironmentId
  proposedConfig: FlagConfig
  createdBy: ActorId
  createdAt: string
}

export type PendingProposal = Proposed & { status: 'pending'; reviewedBy: null; reviewedAt: null; reviewNote: null }
export type ReviewedProposal = Proposed & {
  status: 'approved' | 'rejected'
  reviewedBy: ActorId
  reviewedAt: string
  reviewNote: string | null
}
export type Proposal = PendingProposal | ReviewedProposal

type Review = { by: ActorId; at: string; note: string | undefined }

export const requireProtected = (environment: Environment): void => {
  if (!environment.protected) {
    fail('CONFLICT', `The environment ${environment.slug} is not protected: update the config directly.`)
  }
}

export const requirePending = (proposal: Proposal): PendingProposal =>
  proposal.status === 'pending'
    ? proposal
    : fail('PROPOSAL_NOT_PENDING', `The proposal was ${proposal.status} before. A further change needs a new proposal.`)

/** Four eyes: whoever proposed it cannot be the one who approves it. */
export const requireOtherActor = (proposal: Proposal, by: ActorId): void => {
  if (proposal.createdBy === by) {
    fail('SELF_APPROVAL_FORBIDDEN', 'The proposer cannot approve their own proposal: another actor has to.')
  }
}

export const review = (
  proposal: PendingProposal,
  status: ReviewedProposal['status'],
  { by, at, note }: Review,
): ReviewedProposal => ({ ...proposal, status, reviewedBy: by, reviewedAt: at, reviewNote: note ?? null })

/** What waits for an environment that lost its protection: its proposals, which nothing could carry out any more. */
export const rejectUnprotected = (proposal: Proposal, { by, at }: { by: ActorId; at: string }): ReviewedProposal =>
  review(requirePending(proposal), 'rejected', { by, at, note: 'The environment is no longer protected.' })
