export type Transfers = {
  /** Counts the bytes as under way until the work is over. */
  carry<Result>(bytes: number, work: () => Promise<Result>): Promise<Result>
  /** How long everything takes that is under way. */
  underWayMs(): number
  /** How much longer a wait that begins now may last, asked at any time during it. */
  longerFromNow(): () => number
}

/**
 * Bytes that share a line. A timeout is made for what is small: what carries a lot, or waits behind it, gets more time, by a
 * speed that any line has.
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
