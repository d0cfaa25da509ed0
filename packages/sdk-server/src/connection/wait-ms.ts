import { retryMs } from '@bunting/sdk-core'

/** Together with the time an attempt may take, this keeps an application current within 5 s of Bunting's return. */
const maxDelayMs = 1_500
/** How often to ask where there is no stream to be had, as behind some proxies. */
const pollMs = 10_000
/** A key that is refused is asked with half as often each time, and this often in the end. */
const maxPollMs = 300_000
/** A stream that failed this often in a row while asking works is not tried at every turn. */
const fewFailures = 4
/** One that ends sooner than this counts as failed. */
export const shortMs = 1_000
/** Those who were told the same wait come back over this long at most. */
const maxSpreadMs = 5_000

type Ended = {
  /** In a row; 0 where the stream was open for a while. */
  failures: number
  lastedMs: number
  /** It was left because of a patch of another revision. */
  isGap: boolean
  /** How often in a row the key was refused. */
  refusals: number
  /** Asking works. */
  isAnswered: boolean
  /** What `Retry-After` said; 0 where it said nothing. */
  askedMs: number
}

/** How long to wait before the next stream, after one that ended, or could not be had. */
export const waitMs = ({ failures, lastedMs, isGap, refusals, isAnswered, askedMs }: Ended): number => {
  const asked = spread(askedMs)
  if (refusals > 0 || (isAnswered && failures > fewFailures)) {
    const meanMs = Math.min(pollMs * 2 ** Math.max(0, refusals - 1), maxPollMs)
    return Math.max(asked, meanMs * (0.75 + Math.random() / 2))
  }
  if (isGap && failures < 2) return 0
  // A server that stops ends all its streams at once.
  if (failures === 0) return Math.random() * maxDelayMs
  // What took long to fail has waited enough.
  return Math.max(asked, retryMs(lastedMs < shortMs ? failures : 0, maxDelayMs))
}

/** Never sooner: a fleet that was told the same second must not come back in the same second. */
const spread = (ms: number): number => ms + Math.random() * Math.min(ms, maxSpreadMs)
