/** Windows end together with minutes and days, so that what is counted in one is of one day. */
const windowMs = 10_000
/** Timers come a little early at times. */
const earlyMs = 50
/** What is not taken before the process ends is lost, so a failover of Redis is waited for. */
const triesAtEnd = 4
const retryMs = 1_000

type Window = {
  /** Called with the last millisecond of the window, before `send`. */
  onEnd(lastMs: number): void
  /** Whether all of it was taken. What was not is kept for the next time. */
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
      // A clock that was set meanwhile: what was planned is of another time.
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
