const usualMs = 10_000
const longestMs = 5 * 60_000

/** Seconds since 1970 have ten digits for a long time to come, and milliseconds thirteen. */
const [epochSeconds, epochMs] = [1e9, 1e12]

/** A moment, or seconds from now: services write both. */
const untilReset = (number: number, nowMs: number): number => {
  if (number >= epochMs) return number - nowMs
  return number >= epochSeconds ? 1_000 * number - nowMs : 1_000 * number
}

const readMs = (text: string | null, read: (text: string) => number): number | undefined => {
  if (text === null || text.trim() === '') return undefined
  const ms = read(text.trim())
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), longestMs)
}

/** How long a service that is asked too often wants one to wait, in whichever form it says so. */
export const waitForMs = (headers: Pick<Headers, 'get'>, nowMs: number): number =>
  readMs(headers.get('retry-after'), (text) =>
    /^\d+(\.\d+)?$/.test(text) ? 1_000 * Number(text) : Date.parse(text) - nowMs,
  ) ??
  readMs(headers.get('x-ratelimit-reset'), (text) => untilReset(Number(text), nowMs)) ??
  readMs(headers.get('ratelimit-reset'), (text) => untilReset(Number(text), nowMs)) ??
  usualMs
