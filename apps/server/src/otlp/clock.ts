/** A larger difference means that the system's clock was set, or that the machine slept. */
const maxDriftMs = 20
const checkMs = 1_000

/** A process that is interrupted between two clocks takes the time in between for a drift. */
const maxBetweenMs = 5

type Clocks = { sinceStartMs(): number; nowMs(): number }

const usualClocks: Clocks = { sinceStartMs: () => performance.now(), nowMs: Date.now }

/** Milliseconds since 1970, with fractions, so that spans within a millisecond are in the right order. */
export type SpanClock = () => number

/**
 * Starts a clock for each trace. If the system's clock is set, traces that begin later follow it: within a trace, no span may
 * end before what it waited for.
 */
export const openSpanClocks = ({ sinceStartMs, nowMs }: Clocks = usualClocks): (() => SpanClock) => {
  let offsetMs = performance.timeOrigin
  let checkAtMs = 0
  const check = (): void => {
    const sinceMs = sinceStartMs()
    if (sinceMs < checkAtMs) return
    const rightMs = nowMs() - sinceMs
    if (sinceStartMs() - sinceMs > maxBetweenMs) return
    checkAtMs = sinceMs + checkMs
    if (Math.abs(rightMs - offsetMs) > maxDriftMs) offsetMs = rightMs
  }
  return () => {
    check()
    const ownMs = offsetMs
    return () => ownMs + sinceStartMs()
  }
}
