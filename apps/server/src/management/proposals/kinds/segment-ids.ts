import { proposalApproved } from '../../../rules/audit/audit.ts'
import type { ProposalOf, SegmentIdsContent } from '../../../rules/changes/proposals.ts'
import { requireActive } from '../../../rules/configs/flag-config.ts'
import { requireListIds, requireSegments } from '../../../rules/plans.ts'
import { appendListVersion } from '../../lists/append-list-version.ts'
import type { PreparedChange } from '../../lists/prepare-change.ts'
import { releaseParts } from '../../lists/stage-parts.ts'
import type { Kind } from './kind.ts'

/** Applies the upload to the list as it is now, and counts anew: both are worked out before, see `lists/approve-ids`. */
export const segmentIds: Kind<ProposalOf<SegmentIdsContent>> = async (context, tx, proposal) => {
  const segment = await tx.segments.lock(proposal.segmentId)
  const environment = await tx.environments.lock(proposal.environmentId)
  return async (approved) => {
    const { plan } = context.actor
    requireSegments(plan)
    requireActive(segment)
    const prepared = context.prepared as PreparedChange
    const { size, version, ...counts } = prepared.changed
    requireListIds(plan, size, size - counts.added + counts.removed)
    const by = { createdBy: proposal.createdBy, proposalId: proposal.id, comment: proposal.comment }
    const counted = { ...approved, change: { op: proposal.change.op, ...counts } } as typeof approved
    const entry = proposalApproved(counted, segment, prepared.next && version)
    const place = { segment, environment }
    const { result: _, ...changed } = await appendListVersion(context, tx, place, prepared, by, entry)
    await releaseParts(tx, proposal.id)
    return changed
  }
}
