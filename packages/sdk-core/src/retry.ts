const firstMs = 100

/** How long to wait before the next attempt: doubled each time, and spread, so that clients do not return together. */
export const retryMs = (attempt: number, maxDelayMs: number): number => {
  const max = Math.min(maxDelayMs, firstMs * 2 ** attempt)
  return max / 2 + (max / 2) * Math.random()
}

const maxRetryAfterMs = 60_000

/** The wait that a `Retry-After` header asks for, in seconds or as a date; 0 without one. */
export const retryAfterMs = ({ headers }: Response): number => {
  const asked = headers.get('retry-after') ?? ''
  const ms = asked.endsWith('GMT') ? Date.parse(asked) - sentAtMs(headers) : Number(asked) * 1_000
  return ms > 0 ? Math.min(ms, maxRetryAfterMs) : 0
}

/** The time of the response, by the same clock as its `Retry-After` date. */
const sentAtMs = (headers: Headers): number => Date.parse(headers.get('date') ?? '') || Date.now()
