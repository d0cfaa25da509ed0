/** Where timers can keep a process alive, ours do not. */
const release = (timer: unknown): void => (timer as { unref?: () => void }).unref?.()

/** A timer that is told more comes at once: 24 days, which is as good as for ever. */
const maxTimerMs = 2 ** 31 - 1

/** What a caller wants of a timer, as far as timers go. */
export const timerMs = (ms: number): number => Math.min(ms, maxTimerMs)

/** Comes back after `ms`, or at once when `signal` is aborted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    release(timer)
    signal.addEventListener('abort', done)
  })

/** Calls `work` every `ms` until what it returns is called. */
export const every = (ms: number, work: () => void): (() => void) => {
  const timer = setInterval(work, timerMs(ms))
  release(timer)
  return () => clearInterval(timer)
}

type Deadline = {
  signal: AbortSignal
  expect(timeoutMs: number): void
  close(): void
}

/** A signal that ends with `parent`, or when nothing was heard for as long as the last `expect` said. */
export const openDeadline = (parent?: AbortSignal): Deadline => {
  const abort = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = (): void => abort.abort(parent?.reason)
  parent?.addEventListener('abort', end)
  if (parent?.aborted) end()
  return {
    signal: abort.signal,
    expect: (timeoutMs) => {
      clearTimeout(timer)
      timer = setTimeout(() => abort.abort(new Error(`nothing was heard for ${timeoutMs} ms`)), timeoutMs)
      release(timer)
    },
    close: () => {
      clearTimeout(timer)
      parent?.removeEventListener('abort', end)
      abort.abort()
    },
  }
}
