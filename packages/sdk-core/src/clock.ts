export type Clock = {
  nowMs(): number
  /** Learns the service's time from a response. */
  heard(answer: Response): void
}

/** `Date` has whole seconds and takes a while to arrive: a smaller difference does not count as clock skew. */
const toleranceMs = 10_000

/** Returns this machine's time, corrected if it is far from the service's, which refuses events from another hour. */
export const openClock = (): Clock => {
  let offsetMs = 0
  return {
    nowMs: () => Date.now() + offsetMs,
    heard: ({ headers }) => {
      const difference = Date.parse(headers.get('date') ?? '') - Date.now()
      // NaN without a `Date` header, or if the browser does not expose it.
      if (!Number.isNaN(difference)) offsetMs = Math.abs(difference) > toleranceMs ? difference : 0
    },
  }
}
