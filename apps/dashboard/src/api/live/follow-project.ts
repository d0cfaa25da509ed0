import { base } from '../../base.ts'
import type { LiveEvent } from './live-event.ts'
import { openStream } from './open-stream.ts'

/**
 * Reports the changes of a project. A browser allows few connections per host, and a stream keeps one open. So only one
 * window, the one that holds the lock, opens the stream and tells the others. If it closes, another takes over.
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
  // Browsers offer locks on HTTPS and on localhost only.
  if ('locks' in navigator) void whileAlone(name, over.signal, run, () => channel.postMessage(whetherOpen))
  else whileVisible(over.signal, run)
  return () => {
    over.abort()
    channel.close()
  }
}

/** Sent by a window without a stream, to learn whether another window's stream is open already. */
const whetherOpen = 'whether-open'

/** Runs until it is aborted. `hasMissed`: changes may have been missed before it started. */
type Run = (signal: AbortSignal, hasMissed: boolean) => Promise<void>

/** Runs at once if no other window does; otherwise calls `ask`, and runs when that window is gone. */
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
