import type { FlagsError } from './failure.ts'
import { timerMs } from './timers.ts'

/** `starting` until there are flags, `stale` while they may be out of date, `closed` in the end. */
export type FlagsStatus = 'starting' | 'ready' | 'stale' | 'closed'

type Tell = { ready: () => void; stale: () => void; error: (error: FlagsError) => void }

/** Keeps the status, and resolves `ready` for those who wait for the first flags. */
export const openStatus = (hasFlags: () => boolean, tell: Tell) => {
  let status: FlagsStatus = 'starting'
  let isOver = false
  let lostTo: FlagsError | undefined
  const waiting = new Set<() => void>()
  const release = (): void => {
    for (const go of waiting) go()
  }
  const giveUp = (): void => {
    isOver = true
    release()
  }

  return {
    get: (): FlagsStatus => status,
    error: (): FlagsError | undefined => lostTo,
    /** The flags are as current as Bunting's. */
    current: (): void => {
      lostTo = undefined
      if (!hasFlags() || status === 'ready' || status === 'closed') return
      status = 'ready'
      release()
      tell.ready()
    },
    /** Bunting cannot be reached. Retries go on; the error is emitted once. */
    lost: (error: FlagsError): void => {
      if (status === 'ready') {
        status = 'stale'
        tell.stale()
      }
      const isTold = error.message === lostTo?.message
      lostTo = error
      if (!isTold) tell.error(error)
    },
    close: (): void => {
      status = 'closed'
      giveUp()
    },
    /** Resolves every pending `ready`: no flags will come. */
    giveUp,
    wait: (timeoutMs = 10_000): Promise<boolean> =>
      new Promise((resolve) => {
        const go = (): void => {
          clearTimeout(timer)
          waiting.delete(go)
          resolve(hasFlags())
        }
        // Not unref'd: a caller awaits it, so it may keep the process alive.
        const timer = setTimeout(go, timerMs(timeoutMs))
        waiting.add(go)
        if (isOver || hasFlags()) go()
      }),
  }
}
