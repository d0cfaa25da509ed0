import { openStopwatch } from '../../base/stopwatch.ts'
import { withTimeout } from '../../base/with-timeout.ts'
import type { Edge } from '../edge.ts'

export type EdgeTime = {
  /** Waits for the work. Rejects if the edge takes too long for it. */
  within<Result>(work: Promise<Result>): Promise<Result>
  /** Waits for a read of the store, which does not count as time of the edge. */
  reading<Result>(work: Promise<Result>): Promise<Result>
}

/** Limits the time of the edge for a publication: to the timeout, and as much more as the bytes that it is sent need. */
export const openEdgeTime = ({ transfers }: Pick<Edge, 'transfers'>, timeoutMs: number): EdgeTime => {
  const reads = openStopwatch()
  return {
    within: (work) => {
      const carryingMs = transfers?.longerFromNow() ?? (() => 0)
      const beforeMs = reads.elapsedMs()
      return withTimeout(timeoutMs, work, () => carryingMs() + reads.elapsedMs() - beforeMs)
    },
    reading: reads.during,
  }
}
