import { fail, type ProposalId } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'
import type { Proposal, ProposalOf, SegmentIdsContent } from '../../rules/changes/proposals.ts'
import { readParts } from '../../store/lists/read-list.ts'
import { inTurn } from './in-turn.ts'
import { type IdsChange, type PreparedChange, prepareChange } from './prepare-change.ts'

/** Prepares what a proposal makes of the list as it is now, before the approval's transaction. Other kinds need nothing. */
export const withIdsPrepared = async <Result>(
  deps: Pick<Deps, 'store' | 'newId' | 'scratchDir'>,
  proposal: Proposal,
  approve: (prepared: PreparedChange | undefined) => Promise<Result>,
): Promise<Result> => {
  if (proposal.kind !== 'segmentIds' || proposal.status !== 'pending') return approve(undefined)
  const { store } = deps
  const { segmentId, environmentId } = proposal
  const place = { segmentId, environmentId }
  const list = (await store.largeLists.find(place)) ?? fail('CONFLICT', 'The list that it is for is gone.')
  const segment = (await store.segments.findByIds([segmentId])).get(segmentId)
  const wanted = proposedChange(store, proposal, segment?.keepIds === true)
  return inTurn(store, list.id, () => prepareChange(deps, place, list, wanted), approve)
}

const proposedChange = (
  store: Deps['store'],
  { id, change: { op, added, removed, unchanged } }: ProposalOf<SegmentIdsContent>,
  keepIds: boolean,
): IdsChange => ({
  op,
  keepIds,
  sets: () => readParts(store, { ownerId: id satisfies ProposalId, kind: 'given' }),
  count: unchanged + (op === 'remove' ? removed : added),
})
