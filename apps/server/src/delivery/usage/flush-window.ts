/** Windows end together with minutes and days, so that what is counted in one is of one day. */
const windowMs = 10_000
/** Timers come a little early at times. */
const earlyMs = 50
/** What is not taken when all ends is lost: a Redis that another one takes over for is waited for a little. */
const triesAtEnd = 4
const retryMs = 1_000

type Window = {
  /** Is told the last millisecond of what is handed over next. */
  end(lastMs: number): void
  /** Whether all of it was taken. What was not is kept for the next time. */
  handOver(): Promise<boolean>
}

/** Hands over what was gathered when a window ends, and never twice at a time. */
export const openWindows = ({ end, handOver }: Window) => {
  let handing: Promise<boolean> = Promise.resolve(true)
  const flush = (lastMs: number): Promise<boolean> => {
    end(lastMs)
    handing = handing.then(handOver)
    return handing
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
        isTaken = await handOver()
      }
    },
  }
}
