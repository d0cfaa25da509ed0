/** Clocks that were set, or machines that slept. */
const maxDriftMs = 20
const checkMs = 1_000

/** Milliseconds since 1970, with their fractions: of spans within a millisecond it has to be seen which came first. */
export const openSpanClock = (): (() => number) => {
  let offsetMs = performance.timeOrigin
  let checkAtMs = 0
  return () => {
    const sinceMs = performance.now()
    if (sinceMs >= checkAtMs) {
      checkAtMs = sinceMs + checkMs
      const rightMs = Date.now() - sinceMs
      if (Math.abs(rightMs - offsetMs) > maxDriftMs) offsetMs = rightMs
    }
    return offsetMs + sinceMs
  }
}
