import { fail, invalid } from '@bunting/contract'
import type { Proposal } from '../../rules/changes/proposals.ts'
import type { Tables } from '../../store/store.ts'

/** Compares `expectedVersion`, the latest version that the reviewer saw (0 for none), with the current one. */
export const requireExpected = async (tx: Tables, proposal: Proposal, expected: number | undefined): Promise<void> => {
  if (expected === undefined) return
  const { environmentId, flagId, segmentId } = proposal
  if (flagId === null && segmentId === undefined) {
    return invalid('The body is not as described.', [
      { path: 'expectedVersion', message: 'is of a flag or a segment: this proposal is about an environment' },
    ])
  }
  const latest = segmentId
    ? await tx.segmentVersions.latestNumber({ segmentId, environmentId })
    : ((await tx.flagVersions.latest({ flagId: flagId as NonNullable<typeof flagId>, environmentId }))?.version ?? 0)
  if (latest === expected) return
  fail('VERSION_CONFLICT', `The latest version is ${latest}, not ${expected}. Look at the proposal again.`)
}
