import { asFlagsError, FlagsError, pause } from '@bunting/sdk-core'
import { fetchBundle, type Received, Refused, readStream, type Service } from './requests.ts'
import { shortMs, waitMs } from './wait-ms.ts'

export type Following = {
  /** Takes a bundle, or a patch of one: false where it is not of what is known. Fails where it is neither. */
  onSent: (text: string) => boolean
  /** What is known is what Bunting has. */
  onCurrent: () => void
  /** Bunting cannot be asked now. */
  onLost: (error: FlagsError) => void
}

/** A patch came that is not of what is known. */
class Gap extends Error {}

const isKeyRefused = (thrown: unknown): boolean => thrown instanceof FlagsError && thrown.code === 'KEY_REFUSED'

/**
 * Follows the bundle until `signal` is aborted: by the stream and, whenever that fails, also by asking. Neither waits for
 * the other, because a connection of before may be dead without anybody knowing.
 */
export const follow = async (service: Service, signal: AbortSignal, on: Following): Promise<void> => {
  // Only what this service itself sent: a bundle from a cache may be another environment's.
  let revision: string | undefined
  let received = 0
  let failures = 0
  let refusals = 0
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

  while (!signal.aborted) {
    const beganMs = performance.now()
    const told = revision
    isOpen = false
    const failure = await readStream(service, told, signal, { open, sent }).then(
      () => undefined,
      (thrown: unknown) => ({ thrown }),
    )
    // In the time of the waits, which may be scaled.
    const lastedMs = (performance.now() - beganMs) / service.timing
    const isGap = failure?.thrown instanceof Gap
    failures = isOpen && lastedMs >= shortMs ? 0 : failures + 1
    isOpen = false
    // What was asked for meanwhile may be further than the stream was. Otherwise only the whole can help.
    if (isGap && revision === told) revision = undefined
    // One that was ended in order, as by a server that stops, may be had from another server already.
    if (failure && !isGap) void ask()
    const refused = failure?.thrown instanceof Refused ? failure.thrown : undefined
    refusals = isKeyRefused(refused?.error ?? failure?.thrown) ? refusals + 1 : 0
    const ms = waitMs({ failures, lastedMs, isGap, refusals, isAnswered, askedMs: refused?.waitMs ?? 0 })
    await pause(ms * service.timing, signal)
  }
}
