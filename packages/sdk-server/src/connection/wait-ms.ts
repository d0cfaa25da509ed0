import { retryMs } from '@bunting/sdk-core'

/**
 * The longest wait after a failure. Together with an attempt it keeps an application current within 5 s of Bunting's
 * return.
 */
const maxDelayMs = 1_500
/** The polling interval if no stream can be opened, as behind some proxies. */
const pollMs = 10_000
/** The interval for a refused key doubles each time, up to this. */
const maxPollMs = 300_000
/** After more failures in a row than this, while polling works, the stream is tried only at the polling interval. */
const fewFailures = 4
/** A stream that ends sooner than this counts as failed. */
export const shortMs = 1_000
/** The longest jitter of a wait: clients that were told the same wait return spread over this time. */
const maxSpreadMs = 5_000

type Ended = {
  /** Failures in a row; 0 after a stream that lasted. */
  failures: number
  lastedMs: number
  /** Whether the stream was closed because of a patch of another revision. */
  isGap: boolean
  /** How often in a row the key was refused. */
  refusals: number
  /** Whether polling works. */
  isAnswered: boolean
  /** The wait that `Retry-After` asks for; 0 without one. */
  askedMs: number
}

/** The wait before the next stream, after one that ended or could not be opened. */
export const waitMs = ({ failures, lastedMs, isGap, refusals, isAnswered, askedMs }: Ended): number => {
  const asked = spread(askedMs)
  if (refusals > 0 || (isAnswered && failures > fewFailures)) {
    const meanMs = Math.min(pollMs * 2 ** Math.max(0, refusals - 1), maxPollMs)
    return Math.max(asked, meanMs * (0.75 + Math.random() / 2))
  }
  if (isGap && failures < 2) return 0
  // A server that stops ends all its streams at once: spread the returns.
  if (failures === 0) return Math.random() * maxDelayMs
  // A failure that took long counts as part of the wait.
  return Math.max(asked, retryMs(lastedMs < shortMs ? failures : 0, maxDelayMs))
}

/** Adds jitter and never subtracts: clients that were told the same second must not return in it together. */
const spread = (ms: number): number => ms + Math.random() * Math.min(ms, maxSpreadMs)
