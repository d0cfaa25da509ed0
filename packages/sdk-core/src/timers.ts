/** Lets the process exit while the timer is pending, if the runtime supports that. */
const release = (timer: unknown): void => (timer as { unref?: () => void }).unref?.()

/** The longest delay of setTimeout, 24 days: a longer one would fire at once. */
const maxTimerMs = 2 ** 31 - 1

/** A delay that setTimeout can take. */
export const timerMs = (ms: number): number => Math.min(ms, maxTimerMs)

/** Resolves after `ms`, or at once when `signal` is aborted. */
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

/** Calls `work` every `ms`; the returned function stops it. */
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

/** A signal that aborts with `parent`, or when the time of the last `expect` has passed. */
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
