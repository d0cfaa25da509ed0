import { asFlagsError, type FlagsError, pause, retryMs } from '@bunting/sdk-core'
import { fetchBundle, type Received, Refused, readStream, type Service } from './requests.ts'

export type Following = {
  /** Fails where the text is no bundle. */
  onBundle: (text: string) => void
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

  const take = ({ text, revision: sent }: Received): void => {
    received++
    if (text !== undefined) {
      on.onBundle(text)
      revision = sent
    }
    on.onCurrent()
  }

  const open = (): void => {
    isOpen = true
    // It sends nothing at first where it has nothing newer.
    if (revision !== undefined) on.onCurrent()
  }

  const ask = async (): Promise<void> => {
    const before = received
    try {
      const answer = await fetchBundle(service, revision, signal)
      isAnswered = true
      if (received === before) take(answer)
    } catch (thrown) {
      isAnswered = false
      if (signal.aborted || isOpen) return
      on.onLost(
        thrown instanceof Refused ? thrown.error : asFlagsError('UNREACHABLE', 'Bunting cannot be reached', thrown),
      )
    }
  }

  const waitMs = (thrown: unknown, lastedMs: number): number => {
    if (thrown instanceof Refused && thrown.error.code === 'KEY_REFUSED') return pollMs
    if (isAnswered && failures > fewFailures) return pollMs
    const asked = thrown instanceof Refused ? thrown.waitMs : 0
    // What took long to fail has waited enough.
    return Math.max(asked, retryMs(lastedMs < shortMs ? failures : 0, maxDelayMs))
  }

  while (!signal.aborted) {
    const beganMs = performance.now()
    isOpen = false
    const failure = await readStream(service, revision, signal, { open, bundle: take }).then(
      () => undefined,
      (thrown: unknown) => ({ thrown }),
    )
    const lastedMs = performance.now() - beganMs
    failures = isOpen && lastedMs >= shortMs ? 0 : failures + 1
    isOpen = false
    // One that was ended in order, as by a server that stops, may be had from another server already.
    if (failure) void ask()
    await pause(waitMs(failure?.thrown, lastedMs), signal)
  }
}
