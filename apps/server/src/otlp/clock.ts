/** Clocks that were set, or machines that slept. */
const maxApartMs = 20
const lookMs = 1_000

/** Milliseconds since 1970, with their fractions: of spans within a millisecond it has to be seen which came first. */
export const openSpanClock = (): (() => number) => {
  let offsetMs = performance.timeOrigin
  let lookAtMs = 0
  return () => {
    const sinceMs = performance.now()
    if (sinceMs >= lookAtMs) {
      lookAtMs = sinceMs + lookMs
      const rightMs = Date.now() - sinceMs
      if (Math.abs(rightMs - offsetMs) > maxApartMs) offsetMs = rightMs
    }
    return offsetMs + sinceMs
  }
}
