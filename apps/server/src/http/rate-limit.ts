/** So many a second, and so many at once. */
export type Limit = { rate: number; burst: number }

export type Allowance = {
  allowed: boolean
  limit: number
  remaining: number
  /** Until the burst is whole again. */
  resetSeconds: number
  /** Until one more is allowed. */
  retryAfterSeconds: number
}

export type RateLimiter = { take(key: string): Allowance | undefined }

type Bucket = { tokens: number; atMs: number }

const most = 100_000

/** Token buckets of this process, one a key. Without a limit everything is allowed, and nothing said of it. */
export const openRateLimiter = (limit: Limit | undefined, nowMs: () => number): RateLimiter => {
  if (!limit) return { take: () => undefined }
  const { rate, burst } = limit
  const buckets = new Map<string, Bucket>()

  const open = (key: string, atMs: number): Bucket => {
    if (buckets.size >= most) removeFull(atMs)
    const bucket = { tokens: burst, atMs }
    buckets.set(key, bucket)
    return bucket
  }

  /** A full bucket says nothing that a new one would not; where all are in use, the oldest goes. */
  const removeFull = (atMs: number): void => {
    for (const [key, bucket] of buckets) {
      if (bucket.tokens + ((atMs - bucket.atMs) / 1_000) * rate >= burst) buckets.delete(key)
    }
    if (buckets.size >= most) buckets.delete(buckets.keys().next().value as string)
  }

  return {
    take: (key) => {
      const atMs = nowMs()
      const bucket = buckets.get(key) ?? open(key, atMs)
      bucket.tokens = Math.min(burst, bucket.tokens + ((atMs - bucket.atMs) / 1_000) * rate)
      bucket.atMs = atMs
      const allowed = bucket.tokens >= 1
      if (allowed) bucket.tokens -= 1
      return {
        allowed,
        limit: burst,
        remaining: Math.floor(bucket.tokens),
        resetSeconds: Math.ceil((burst - bucket.tokens) / rate),
        retryAfterSeconds: Math.max(1, Math.ceil((1 - bucket.tokens) / rate)),
      }
    },
  }
}

/** The headers that say it, as `writeHead` takes them. */
export const allowanceHeaders = ({
  allowed,
  limit,
  remaining,
  resetSeconds,
  retryAfterSeconds,
}: Allowance): string[] => {
  const headers = [
    'RateLimit-Limit',
    String(limit),
    'RateLimit-Remaining',
    String(remaining),
    'RateLimit-Reset',
    String(resetSeconds),
  ]
  return allowed ? headers : [...headers, 'Retry-After', String(retryAfterSeconds)]
}
