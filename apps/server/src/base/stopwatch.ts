export type Stopwatch = {
  /** Runs while the work does. */
  during<Result>(work: Promise<Result>): Promise<Result>
  elapsedMs(): number
}

/** Adds up how long some kind of work takes, what is under way included. */
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
