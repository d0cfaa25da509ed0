import { type AuditDraft, proposalRejected } from '../../rules/audit.ts'
import type { ReviewedProposal } from '../../rules/proposals.ts'
import type { Tables } from '../../store/store.ts'

/** An entry for each, with the segments that some are about. */
export const auditRejected = async (tx: Tables, rejected: readonly ReviewedProposal[]): Promise<AuditDraft[]> => {
  const ids = rejected.flatMap(({ segmentId }) => segmentId ?? [])
  const segments = await tx.segments.findByIds(ids)
  return rejected.map((proposal) => proposalRejected(proposal, proposal.segmentId && segments.get(proposal.segmentId)))
}
