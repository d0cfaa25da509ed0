/** `rate` is how many are allowed per second, `burst` how many at once. */
export type Limit = { rate: number; burst: number }

/**
 * How many unknown credentials a process looks up for all addresses together that have used up their failures. Only
 * credentials that cannot be guessed are looked up then.
 */
export const lookupsPastFailures: Limit = { rate: 100, burst: 100 }

export type Allowance = {
  allowed: boolean
  limit: number
  remaining: number
  /** The time until the whole burst is available again. */
  resetSeconds: number
  /** The time until as many as were wanted are allowed. */
  retryAfterSeconds: number
}

export type RateLimiter = {
  /** Takes `count` tokens, or one. At most one less than the burst is taken, so that no request is impossible. */
  take(key: string, count?: number): Allowance | undefined
  /** The result of `take` for one token, without taking it. */
  look(key: string): Allowance | undefined
}

type Bucket = { tokens: number; atMs: number }

const maxBuckets = 100_000
/** The most buckets examined for eviction: callers from ever new addresses must not cost more. */
const looks = 100

/** Token buckets of this process, one per key. Without a limit everything is allowed, and no allowance is returned. */
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

  /** Evicts the full buckets among the oldest, since a new one would be the same; if there is none, the very oldest. */
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

/** The number of names and values that tell an allowance, without `Retry-After`. */
export const headersOfAllowance = 6

/** The headers that tell an allowance, as `writeHead` takes them: names and values in turn. */
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
