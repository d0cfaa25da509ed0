const usualMs = 10_000
const longestMs = 5 * 60_000

/** Current times are above these bounds, and durations below: epoch seconds have ten digits, epoch milliseconds thirteen. */
const [epochSeconds, epochMs] = [1e9, 1e12]

/** Converts an instant or a number of seconds to a delay: services use both. */
const untilReset = (number: number, nowMs: number): number => {
  if (number >= epochMs) return number - nowMs
  return number >= epochSeconds ? 1_000 * number - nowMs : 1_000 * number
}

const readMs = (text: string | null, read: (text: string) => number): number | undefined => {
  if (text === null || text.trim() === '') return undefined
  const ms = read(text.trim())
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), longestMs)
}

/** The delay that a service asks for in its rate-limit headers, in any of the usual forms. */
export const waitForMs = (headers: Pick<Headers, 'get'>, nowMs: number): number =>
  readMs(headers.get('retry-after'), (text) =>
    /^\d+(\.\d+)?$/.test(text) ? 1_000 * Number(text) : Date.parse(text) - nowMs,
  ) ??
  readMs(headers.get('x-ratelimit-reset'), (text) => untilReset(Number(text), nowMs)) ??
  readMs(headers.get('ratelimit-reset'), (text) => untilReset(Number(text), nowMs)) ??
  usualMs
