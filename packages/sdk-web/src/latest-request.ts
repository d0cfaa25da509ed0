import { retryMs } from '@bunting/sdk-core'

type Work = (signal: AbortSignal) => Promise<'done' | 'again' | 'over'>

const maxDelayMs = 30_000

/**
 * Runs one request at a time. `now` aborts the one under way, whose answer would be outdated; `soon` waits for it to
 * end. Failed work is retried after a while.
 */
export const latestRequest = (work: Work) => {
  let turn: AbortController | undefined
  let under: Promise<boolean> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wanted: (() => boolean)[] = []
  let isClosed = false
  let failures = 0

  const run = async (mine: AbortController): Promise<boolean> => {
    const outcome = await work(mine.signal)
    if (turn !== mine) return false
    turn = undefined
    failures = outcome === 'again' ? failures + 1 : 0
    if (outcome === 'again') timer = setTimeout(now, retryMs(failures, maxDelayMs))
    else if (wanted.some((isNeeded) => isNeeded())) now()
    return outcome === 'done'
  }

  const now = (): Promise<boolean> => {
    turn?.abort()
    clearTimeout(timer)
    wanted = []
    if (isClosed) return Promise.resolve(false)
    turn = new AbortController()
    under = run(turn)
    return under
  }

  return {
    now,
    /** Runs a request once none is under way, if `isNeeded` returns true at that time. */
    soon: (isNeeded = () => true): void => {
      if (turn) wanted.push(isNeeded)
      else if (isNeeded()) void now()
    },
    /** Resolves to whether the last request succeeded, including those that begin after this call. */
    settled: async (): Promise<boolean> => {
      for (;;) {
        const last = under
        const isDone = await last
        if (last === under) return isDone ?? false
      }
    },
    close: (): void => {
      isClosed = true
      turn?.abort()
      clearTimeout(timer)
    },
  }
}
