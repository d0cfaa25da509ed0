/** So many a second, and so many at once. */
export type Limit = { rate: number; burst: number }

/**
 * Credentials that nobody could guess, and that are not known, from addresses that have used up their failures: so many a
 * process looks up for all of them together.
 */
export const lookupsPastFailures: Limit = { rate: 100, burst: 100 }

export type Allowance = {
  allowed: boolean
  limit: number
  remaining: number
  /** Until the burst is whole again. */
  resetSeconds: number
  /** Until one more is allowed. */
  retryAfterSeconds: number
}

export type RateLimiter = {
  /** Takes one, or as many as are said; of more than there ever are, all but one. */
  take(key: string, count?: number): Allowance | undefined
  /** As `take` would answer, without taking. */
  look(key: string): Allowance | undefined
}

type Bucket = { tokens: number; atMs: number }

const maxBuckets = 100_000
/** How many entries are examined for eviction: callers from ever new addresses must not cost more. */
const looks = 100

/** Token buckets of this process, one a key. Without a limit everything is allowed, and nothing said of it. */
export const openRateLimiter = (limit: Limit | undefined, nowMs: () => number): RateLimiter => {
  if (!limit) return { take: () => undefined, look: () => undefined }
  const { rate, burst } = limit
  const buckets = new Map<string, Bucket>()

  const filled = ({ tokens, atMs }: Bucket, nowAtMs: number): number =>
    Math.min(burst, tokens + ((nowAtMs - atMs) / 1_000) * rate)

  const open = (key: string, atMs: number): Bucket => {
    if (buckets.size >= maxBuckets) makeRoom(atMs)
    const bucket = { tokens: burst, atMs }
    buckets.set(key, bucket)
    return bucket
  }

  /** A full bucket says nothing that a new one would not; where the oldest are all in use, the very oldest goes. */
  const makeRoom = (atMs: number): void => {
    for (const [key, bucket] of buckets.entries().take(looks)) if (filled(bucket, atMs) >= burst) buckets.delete(key)
    if (buckets.size >= maxBuckets) buckets.delete(buckets.keys().next().value as string)
  }

  const allowance = (allowed: boolean, tokens: number, wanted = 1): Allowance => ({
    allowed,
    limit: burst,
    remaining: Math.floor(tokens),
    resetSeconds: Math.ceil((burst - tokens) / rate),
    retryAfterSeconds: Math.max(1, Math.ceil((wanted - tokens) / rate)),
  })

  return {
    take: (key, count = 1) => {
      const wanted = Math.min(count, Math.max(1, burst - 1))
      const atMs = nowMs()
      const bucket = buckets.get(key) ?? open(key, atMs)
      bucket.tokens = filled(bucket, atMs)
      bucket.atMs = atMs
      const allowed = bucket.tokens >= wanted
      if (allowed) bucket.tokens -= wanted
      return allowance(allowed, bucket.tokens, wanted)
    },
    look: (key) => {
      const bucket = buckets.get(key)
      const tokens = bucket ? filled(bucket, nowMs()) : burst
      return allowance(tokens >= 1, tokens)
    },
  }
}

/** How many names and values say what is left. */
export const headersOfAllowance = 6

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
