export type Stopwatch = {
  /** Measures the time until the work is done. */
  during<Result>(work: Promise<Result>): Promise<Result>
  elapsedMs(): number
}

/** Adds up the time that some kind of work takes, including work under way. */
export const openStopwatch = (): Stopwatch => {
  const begun = new Set<{ atMs: number }>()
  let endedMs = 0
  return {
    during: async (work) => {
      const one = { atMs: performance.now() }
      begun.add(one)
      try {
        return await work
      } finally {
        begun.delete(one)
        endedMs += performance.now() - one.atMs
      }
    },
    elapsedMs: () => begun.values().reduce((sum, { atMs }) => sum + performance.now() - atMs, endedMs),
  }
}
