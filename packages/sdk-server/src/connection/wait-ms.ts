import { retryMs } from '@bunting/sdk-core'

/** Together with the time an attempt may take, this keeps an application current within 5 s of Bunting's return. */
const maxDelayMs = 1_500
/** The polling interval where no stream can be opened, as behind some proxies. */
const pollMs = 10_000
/** The interval for a refused key doubles each time, up to this. */
const maxPollMs = 300_000
/** After so many failures in a row, while polling works, the stream is tried only at the polling interval. */
const fewFailures = 4
/** A stream that ends sooner than this counts as failed. */
export const shortMs = 1_000
/** Clients that were told the same wait return spread over at most this long. */
const maxSpreadMs = 5_000

type Ended = {
  /** Failures in a row; 0 after a stream that lasted. */
  failures: number
  lastedMs: number
  /** The stream was closed because of a patch of another revision. */
  isGap: boolean
  /** How often in a row the key was refused. */
  refusals: number
  /** Polling works. */
  isAnswered: boolean
  /** What `Retry-After` said; 0 where it said nothing. */
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
