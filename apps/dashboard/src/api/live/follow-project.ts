import { base } from '../../base.ts'
import type { LiveEvent } from './live-event.ts'
import { openStream } from './open-stream.ts'

/**
 * Tells what changes in a project. A browser opens few connections to one place, and a stream takes one for good: of all
 * its windows one opens the stream, the one that holds the lock, and tells the others. Where it goes, another takes over.
 */
export const followProject = (projectId: string, tell: (event: LiveEvent) => void): (() => void) => {
  const name = `bunting-live ${base} ${projectId}`
  const url = `${base}/v1/projects/${projectId}/stream`
  const channel = new BroadcastChannel(name)
  let isOpen = false
  channel.onmessage = ({ data }: MessageEvent<LiveEvent | typeof whetherOpen>) => {
    if (data !== whetherOpen) tell(data)
    else if (isOpen) channel.postMessage('open')
  }
  const tellAll = (event: LiveEvent): void => {
    isOpen = true
    tell(event)
    channel.postMessage(event)
  }
  const over = new AbortController()
  const run: Run = (signal, hasMissed) => openStream(url, { tell: tellAll, hasMissed, signal })
  // Browsers give locks to HTTPS alone, and to what is on the same machine.
  if ('locks' in navigator) void whileAlone(name, over.signal, run, () => channel.postMessage(whetherOpen))
  else whileVisible(over.signal, run)
  return () => {
    over.abort()
    channel.close()
  }
}

/** Asked by a window that has no stream: whether it is told of every change already. */
const whetherOpen = 'whether-open'

/** Goes on until it is aborted. `hasMissed`: something may have happened before it began. */
type Run = (signal: AbortSignal, hasMissed: boolean) => Promise<void>

/** At once where no other window does, else once that one is gone; then `ask` is called first. */
const whileAlone = async (name: string, signal: AbortSignal, run: Run, ask: () => void): Promise<void> => {
  const isOver = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await run(signal, false)
    return lock !== null || signal.aborted
  })
  if (isOver) return
  ask()
  await navigator.locks
    .request(name, { signal }, () => run(signal, true))
    .catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
}

/** Each window opens its own stream while it is visible. */
const whileVisible = (signal: AbortSignal, run: Run): void => {
  let shown: AbortController | undefined
  let hasMissed = false
  const look = () => {
    shown?.abort()
    if (document.hidden) return
    shown = new AbortController()
    void run(shown.signal, hasMissed)
    hasMissed = true
  }
  document.addEventListener('visibilitychange', look, { signal })
  signal.addEventListener('abort', () => shown?.abort())
  look()
}
