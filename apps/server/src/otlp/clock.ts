/** A larger difference means that the system's clock was set, or that the machine slept. */
const maxDriftMs = 20
const checkMs = 1_000

/** A process that is interrupted between two clocks takes the time in between for a drift. */
const maxBetweenMs = 5

type Clocks = { sinceStartMs(): number; nowMs(): number }

const usualClocks: Clocks = { sinceStartMs: () => performance.now(), nowMs: Date.now }

/** Milliseconds since 1970, with fractions, so that spans within a millisecond are in the right order. */
export const openSpanClock = ({ sinceStartMs, nowMs }: Clocks = usualClocks): (() => number) => {
  let offsetMs = performance.timeOrigin
  let checkAtMs = 0
  return () => {
    const sinceMs = sinceStartMs()
    if (sinceMs >= checkAtMs) {
      const rightMs = nowMs() - sinceMs
      if (sinceStartMs() - sinceMs <= maxBetweenMs) {
        checkAtMs = sinceMs + checkMs
        if (Math.abs(rightMs - offsetMs) > maxDriftMs) offsetMs = rightMs
      }
    }
    return offsetMs + sinceMs
  }
}
