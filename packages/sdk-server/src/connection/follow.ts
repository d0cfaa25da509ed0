import { asFlagsError, FlagsError, pause } from '@bunting/sdk-core'
import { fetchBundle, type Received, Refused, readStream, type Service } from './requests.ts'
import { shortMs, waitMs } from './wait-ms.ts'

export type Following = {
  /** Takes a bundle or a patch. Returns false for a patch of another revision than the one held; throws if it is neither. */
  onSent: (text: string) => boolean
  /** Called when the bundle held is the current one. */
  onCurrent: () => void
  /** Called when Bunting cannot be reached. */
  onLost: (error: FlagsError) => void
}

/** Thrown when a patch arrives for another revision than the one held. */
class Gap extends Error {}

const isKeyRefused = (thrown: unknown): boolean => thrown instanceof FlagsError && thrown.code === 'KEY_REFUSED'

/**
 * Follows the bundle until `signal` is aborted: by the stream and, whenever that fails, by polling too. Neither waits
 * for the other, because an old connection may be dead without notice.
 */
export const follow = async (service: Service, signal: AbortSignal, on: Following): Promise<void> => {
  // The revision that this service sent: a cached bundle may belong to another environment.
  let revision: string | undefined
  let received = 0
  let failures = 0
  let refusals = 0
  let isOpen = false
  let isAnswered = false

  /** Returns false for a patch of another revision than the one held. */
  const take = ({ text, revision: sent }: Received): boolean => {
    received++
    if (text !== undefined) {
      try {
        if (!on.onSent(text)) return false
        revision = sent
      } catch (thrown) {
        // After an unreadable answer the whole bundle is needed.
        revision = undefined
        throw thrown
      }
    }
    on.onCurrent()
    return true
  }

  const open = (): void => {
    isOpen = true
    // The stream begins with the bundle only if that is newer.
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
    // In unscaled time, like the waits that it is compared with.
    const lastedMs = (performance.now() - beganMs) / service.timing
    const isGap = failure?.thrown instanceof Gap
    failures = isOpen && lastedMs >= shortMs ? 0 : failures + 1
    isOpen = false
    // Polling may have moved on meanwhile. If not, only the whole bundle closes the gap.
    if (isGap && revision === told) revision = undefined
    // No polling after a regular end: a server that stops ends its streams, and another can be reached already.
    if (failure && !isGap) void ask()
    const refused = failure?.thrown instanceof Refused ? failure.thrown : undefined
    refusals = isKeyRefused(refused?.error ?? failure?.thrown) ? refusals + 1 : 0
    const ms = waitMs({ failures, lastedMs, isGap, refusals, isAnswered, askedMs: refused?.waitMs ?? 0 })
    await pause(ms * service.timing, signal)
  }
}
