import { asFlagsError, FlagsError, pause, retryMs } from '@bunting/sdk-core'
import { fetchBundle, type Received, Refused, readStream, type Service } from './requests.ts'

export type Following = {
  /** Takes a bundle, or a patch of one: false where it is not of what is known. Fails where it is neither. */
  onSent: (text: string) => boolean
  /** What is known is what Bunting has. */
  onCurrent: () => void
  /** Bunting cannot be asked now. */
  onLost: (error: FlagsError) => void
}

/** Together with the time an attempt may take, this keeps an application current within 5 s of Bunting's return. */
const maxDelayMs = 1_500
/** How often to ask where there is no stream to be had, as behind some proxies, or where the key is refused. */
const pollMs = 10_000
/** A stream that failed this often in a row while asking works is not tried at every turn. */
const fewFailures = 4
/** One that ends sooner than this counts as failed. */
const shortMs = 1_000

/** Whoever was told the same wait, or polls since the same moment, comes back over this long at most. */
const maxSpreadMs = 10_000

/** A patch came that is not of what is known. */
class Gap extends Error {}

/** As long as that, and up to twice: a fleet that was told the same second must not come back in the same second. */
const spread = (ms: number): number => ms + Math.random() * Math.min(ms, maxSpreadMs)

/**
 * Follows the bundle until `signal` is aborted: by the stream and, whenever that fails, also by asking. Neither waits for
 * the other, because a connection of before may be dead without anybody knowing.
 */
export const follow = async (service: Service, signal: AbortSignal, on: Following): Promise<void> => {
  // Only what this service itself sent: a bundle from a cache may be another environment's.
  let revision: string | undefined
  let received = 0
  let failures = 0
  let isOpen = false
  let isAnswered = false

  /** False where a patch is not of what is known. */
  const take = ({ text, revision: sent }: Received): boolean => {
    received++
    if (text !== undefined) {
      try {
        if (!on.onSent(text)) return false
        revision = sent
      } catch (thrown) {
        // Whatever it was to be, the whole is needed next.
        revision = undefined
        throw thrown
      }
    }
    on.onCurrent()
    return true
  }

  const open = (): void => {
    isOpen = true
    // It sends nothing at first where it has nothing newer.
    if (revision !== undefined) on.onCurrent()
  }

  const sent = (event: Received): void => {
    if (!take(event)) throw new Gap('a patch of another revision came')
  }

  const askFrom = async (known: string | undefined): Promise<boolean> => {
    const before = received
    const answer = await fetchBundle(service, known, signal)
    isAnswered = true
    return received !== before || take(answer)
  }

  const ask = async (): Promise<void> => {
    try {
      if ((await askFrom(revision)) || (await askFrom(undefined))) return
      throw new FlagsError('BAD_ANSWER', 'GET /v1/bundle answered with a patch of something else.')
    } catch (thrown) {
      isAnswered = false
      if (signal.aborted || isOpen) return
      on.onLost(
        thrown instanceof Refused ? thrown.error : asFlagsError('UNREACHABLE', 'Bunting cannot be reached', thrown),
      )
    }
  }

  const waitMs = (thrown: unknown, lastedMs: number): number => {
    if (thrown instanceof Refused && thrown.error.code === 'KEY_REFUSED') return spread(pollMs)
    if (isAnswered && failures > fewFailures) return spread(pollMs)
    if (thrown instanceof Gap && failures < 2) return 0
    // A server that stops ends all its streams at once.
    if (failures === 0) return Math.random() * maxDelayMs
    const asked = thrown instanceof Refused ? spread(thrown.waitMs) : 0
    // What took long to fail has waited enough.
    return Math.max(asked, retryMs(lastedMs < shortMs ? failures : 0, maxDelayMs))
  }

  while (!signal.aborted) {
    const beganMs = performance.now()
    const told = revision
    isOpen = false
    const failure = await readStream(service, told, signal, { open, sent }).then(
      () => undefined,
      (thrown: unknown) => ({ thrown }),
    )
    const lastedMs = performance.now() - beganMs
    const isGap = failure?.thrown instanceof Gap
    failures = isOpen && lastedMs >= shortMs ? 0 : failures + 1
    isOpen = false
    // What was asked for meanwhile may be further than the stream was. Otherwise only the whole can help.
    if (isGap && revision === told) revision = undefined
    // One that was ended in order, as by a server that stops, may be had from another server already.
    if (failure && !isGap) void ask()
    await pause(waitMs(failure?.thrown, lastedMs), signal)
  }
}
