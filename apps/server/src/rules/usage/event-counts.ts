import { limits } from '@bunting/contract'

/**
 * The number of evaluations that each event of a client key's batch counts for. Client keys are public, so each event and
 * the whole batch are capped; every event counts for at least one.
 */
export const clientCounts = (counts: readonly number[]): number[] => {
  let left: number = limits.clientBatchCount
  return counts.map((count, index) => {
    const others = counts.length - index - 1
    const counted = Math.min(count, limits.clientEventCount, left - others)
    left -= counted
    return counted
  })
}
