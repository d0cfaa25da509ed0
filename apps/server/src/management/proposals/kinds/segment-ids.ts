import { fail } from '@bunting/contract'
import { proposalApproved } from '../../../rules/audit/audit.ts'
import type { ProposalOf, SegmentIdsContent } from '../../../rules/changes/proposals.ts'
import { requireActive } from '../../../rules/configs/flag-config.ts'
import { requireListIds, requireSegments } from '../../../rules/plans.ts'
import { readParts } from '../../../store/lists/read-list.ts'
import { appendListVersion } from '../../lists/append-list-version.ts'
import { prepareChange } from '../../lists/prepare-change.ts'
import type { Kind } from './kind.ts'

/** What was uploaded is done to the list as it is now, and counted anew. */
export const segmentIds: Kind<ProposalOf<SegmentIdsContent>> = async (context, tx, proposal) => {
  const segment = await tx.segments.lock(proposal.segmentId)
  const environment = await tx.environments.lock(proposal.environmentId)
  return async (approved) => {
    const { plan } = context.actor
    requireSegments(plan)
    requireActive(segment)
    const place = { segmentId: segment.id, environmentId: environment.id }
    const list = (await tx.largeLists.find(place)) ?? fail('CONFLICT', 'The list that it is for is gone.')
    const { op, added, removed, unchanged } = proposal.change
    const owner = { ownerId: proposal.id, version: 0, kind: 'given' } as const
    const prepared = await prepareChange(tx, place, list, {
      op,
      keepIds: segment.keepIds === true,
      sets: () => readParts(tx, owner),
      count: unchanged + (op === 'remove' ? removed : added),
    })
    try {
      const { size, version, ...counts } = prepared.changed
      requireListIds(plan, size, size - counts.added + counts.removed)
      const by = { createdBy: proposal.createdBy, proposalId: proposal.id, comment: proposal.comment }
      const counted = { ...approved, change: { op, ...counts } } as typeof approved
      const entry = proposalApproved(counted, segment, prepared.next && version)
      const { result: _, ...changed } = await appendListVersion(
        context,
        tx,
        { segment, environment },
        prepared,
        by,
        entry,
      )
      await tx.listParts.forgetGiven(proposal.id)
      return changed
    } finally {
      await prepared.close()
    }
  }
}
