import { retryMs } from '@bunting/sdk-core'

type Work = (signal: AbortSignal) => Promise<'done' | 'again' | 'over'>

const maxDelayMs = 30_000

/**
 * Asks one thing at a time. `now` drops what is under way, because its answer would be about something else; `soon` lets
 * it end first. Work that has to be done again is, after a while.
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
    /** Whether it is needed is looked at when what is under way has ended. */
    soon: (isNeeded = () => true): void => {
      if (turn) wanted.push(isNeeded)
      else if (isNeeded()) void now()
    },
    /** How the last turn ended, also where it began only after this was asked. */
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
