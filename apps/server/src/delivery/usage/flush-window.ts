/** Windows end together with minutes and days, so that the counts of a window belong to one day. */
const windowMs = 10_000
/** Timers sometimes fire a little early. */
const earlyMs = 50
/** Data that is not taken before the process ends is lost, so the end waits for a failover of Redis. */
const triesAtEnd = 4
const retryMs = 1_000

type Window = {
  /** Called with the last millisecond of the window, before `send`. */
  onEnd(lastMs: number): void
  /** Sends what was collected, and tells whether all of it was taken. The rest is kept for the next time. */
  send(): Promise<boolean>
}

/** Sends what was collected when a window ends, one window at a time. */
export const openFlushWindow = ({ onEnd, send }: Window) => {
  let flushing: Promise<boolean> = Promise.resolve(true)
  const flush = (lastMs: number): Promise<boolean> => {
    onEnd(lastMs)
    flushing = flushing.then(send)
    return flushing
  }
  let timer: NodeJS.Timeout
  const next = (): void => {
    const endMs = windowMs * (1 + Math.floor((Date.now() + earlyMs) / windowMs))
    timer = setTimeout(() => {
      const now = Date.now()
      // If the clock was set meanwhile, the planned end is of another time.
      void flush(Math.abs(now - endMs) > windowMs ? now : endMs - 1)
      next()
    }, endMs - Date.now()).unref()
  }
  next()

  return {
    flush: (): Promise<boolean> => flush(Date.now()),
    close: async (): Promise<void> => {
      clearTimeout(timer)
      let isTaken = await flush(Date.now())
      for (let tries = 1; !isTaken && tries < triesAtEnd; tries++) {
        await new Promise((resolve) => setTimeout(resolve, retryMs))
        isTaken = await send()
      }
    },
  }
}
