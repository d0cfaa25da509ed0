const firstMs = 100

/** How long to wait before the next attempt: doubled each time, and spread, so that clients do not return together. */
export const retryMs = (attempt: number, maxDelayMs: number): number => {
  const max = Math.min(maxDelayMs, firstMs * 2 ** attempt)
  return max / 2 + (max / 2) * Math.random()
}

/** The wait that a `Retry-After` header asks for; 0 without one. */
export const retryAfterMs = ({ headers }: Response): number => {
  const seconds = Number(headers.get('retry-after') ?? 0)
  return seconds > 0 ? Math.min(seconds, 60) * 1_000 : 0
}
