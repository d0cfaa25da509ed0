import { retryMs } from '@bunting/sdk-core'

/** What `follow` of the server SDK knows between two attempts. */
export type Sdk = {
  /** 0 before its first bundle. */
  revision: number
  failures: number
  /** Whether it could last ask for the bundle beside the stream. */
  isAnswered: boolean
}

/** As in the SDK's `follow` and `requests`. */
const maxDelayMs = 1_500
const pollMs = 10_000
const fewFailures = 4
export const answerTimeoutMs = 3_000

/** How long it waits before the next attempt at a stream; the SDKs' own rule says how much of that is chance. */
export const waitMs = ({ failures, isAnswered }: Sdk, askedMs: number): number =>
  isAnswered && failures > fewFailures ? pollMs : Math.max(askedMs, retryMs(failures, maxDelayMs))
