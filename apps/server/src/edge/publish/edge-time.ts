import { openStopwatch } from '../../base/stopwatch.ts'
import { withTimeout } from '../../base/with-timeout.ts'
import type { Edge } from '../edge.ts'

export type EdgeTime = {
  /** The work's result, unless the edge takes longer for it than it may. */
  within<Result>(work: Promise<Result>): Promise<Result>
  /** What is read of the store meanwhile: that is not the edge's time. */
  reading<Result>(work: Promise<Result>): Promise<Result>
}

/** What the edge may take for a publication: so long, and as much longer as the bytes need that it is sent. */
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
