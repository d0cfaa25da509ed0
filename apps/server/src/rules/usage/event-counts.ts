import { limits } from '@bunting/contract'

/**
 * How many evaluations each event of a client key's batch counts for. Anybody may have a client key, so each event counts
 * for so many and the batch for so many; the least that is left to each is one.
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
