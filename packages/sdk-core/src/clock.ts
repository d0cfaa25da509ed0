export type Clock = {
  nowMs(): number
  /** Learns from an answer what time it is where it came from. */
  heard(answer: Response): void
}

/** Answers say whole seconds, and take a while to come: a clock that differs by less is right. */
const toleranceMs = 10_000

/** This machine's time, corrected where it is far from the service's: events from another hour are refused there. */
export const openClock = (): Clock => {
  let offsetMs = 0
  return {
    nowMs: () => Date.now() + offsetMs,
    heard: ({ headers }) => {
      const difference = Date.parse(headers.get('date') ?? '') - Date.now()
      // Not a number where there is no date, or a browser does not show it.
      if (!Number.isNaN(difference)) offsetMs = Math.abs(difference) > toleranceMs ? difference : 0
    },
  }
}
