import { askAgain } from '../core/client.ts'
import { readSessionAgain } from '../session.ts'
import type { LiveEvent } from './live-event.ts'

/** The wait between attempts when the service refuses: the first, and the longest. */
const [firstWaitMs, lastWaitMs] = [2_000, 60_000]

type Stream = {
  tell(event: LiveEvent): void
  /** Changes may have been missed before the stream opens. */
  hasMissed: boolean
  signal: AbortSignal
}

/** Reports a project's events until the signal aborts. The browser resumes a broken connection where it ended. */
export const openStream = (url: string, { tell, hasMissed, signal }: Stream): Promise<void> =>
  new Promise((resolve) => {
    let source: EventSource | undefined
    let again: ReturnType<typeof setTimeout> | undefined
    let waitMs = firstWaitMs
    const open = (mayHaveMissed: boolean): void => {
      source = new EventSource(url)
      source.onopen = () => {
        waitMs = firstWaitMs
        tell(mayHaveMissed ? 'reset' : 'open')
        mayHaveMissed = false
      }
      source.addEventListener('changed', ({ data }) => tell(JSON.parse(data)))
      source.addEventListener('reset', () => tell('reset'))
      source.onerror = () => {
        if (source?.readyState !== EventSource.CLOSED) {
          // The browser reconnects by itself. This request tells the whole page whether the service is away.
          void askAgain()
          return
        }
        // The error does not say why the service refused: the session may have ended.
        void readSessionAgain()
        // Random, so that refused clients do not all return at once.
        again = setTimeout(open, waitMs * (0.5 + Math.random() / 2), true)
        waitMs = Math.min(waitMs * 2, lastWaitMs)
      }
    }
    signal.addEventListener('abort', () => {
      source?.close()
      clearTimeout(again)
      resolve()
    })
    if (!signal.aborted) open(hasMissed)
    else resolve()
  })
