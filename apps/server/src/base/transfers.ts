export type Transfers = {
  /** Counts the bytes as in transfer until the work is done. */
  carry<Result>(bytes: number, work: () => Promise<Result>): Promise<Result>
  /** The expected time of all transfers under way. */
  underWayMs(): number
  /** Returns a function that tells how much longer a wait that begins now may last; it may be called at any time. */
  longerFromNow(): () => number
}

/**
 * Tracks bytes on a shared connection. Timeouts are meant for small requests: those that carry a lot, or wait behind one,
 * get more time, computed from a speed that any connection has.
 */
export const openTransfers = (bytesPerSecond: number): Transfers => {
  let begun = 0
  let ended = 0
  const msOf = (bytes: number): number => (1_000 * bytes) / bytesPerSecond
  return {
    carry: async (bytes, work) => {
      begun += bytes
      try {
        return await work()
      } finally {
        ended += bytes
      }
    },
    underWayMs: () => msOf(begun - ended),
    longerFromNow: () => {
      const before = ended
      return () => msOf(begun - before)
    },
  }
}
