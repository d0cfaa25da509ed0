import { setTimeout } from 'node:timers/promises'

/** Repeats the work, with a pause in between. The returned function stops it, and waits for a run under way. */
export const repeat = (ms: number, work: () => Promise<unknown>): (() => Promise<void>) => {
  const stopping = new AbortController()
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await work()
      await setTimeout(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = loop()
  return () => {
    stopping.abort()
    return running
  }
}
