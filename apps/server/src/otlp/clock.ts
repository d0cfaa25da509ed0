/** Clocks that were set, or machines that slept. */
const mostApartMs = 20

/** Milliseconds since 1970, with their fractions: of spans within a millisecond it has to be seen which came first. */
export const openSpanClock = (): (() => number) => {
  let offsetMs = performance.timeOrigin
  return () => {
    const sinceMs = performance.now()
    if (Math.abs(Date.now() - sinceMs - offsetMs) > mostApartMs) offsetMs = Date.now() - sinceMs
    return offsetMs + sinceMs
  }
}
