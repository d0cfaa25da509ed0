import { askAgain } from '../core/client.ts'
import { readSessionAgain } from '../session.ts'
import type { LiveEvent } from './live-event.ts'

/** Between tries where the service refuses: at first, and at most. */
const [firstWaitMs, lastWaitMs] = [2_000, 60_000]

type Stream = {
  tell(event: LiveEvent): void
  /** Whether something may have happened before it is open. */
  hasMissed: boolean
  signal: AbortSignal
}

/** What the service tells of a project, until the signal comes. A connection that breaks is resumed by the browser, which says where. */
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
          // It comes back by itself; whether the service is there is for everybody to know.
          void askAgain()
          return
        }
        // It does not say why it refused: maybe nobody is signed in any more.
        void readSessionAgain()
        // Not all at once, where it refused everybody.
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
