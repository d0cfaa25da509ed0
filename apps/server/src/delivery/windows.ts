/** Windows end together with minutes and days, so that what is counted in one is of one day. */
const windowMs = 10_000
/** Timers come a little early at times. */
const earlyMs = 50

type Window = {
  /** Is told the last millisecond of what is handed over next. */
  end(lastMs: number): void
  handOver(): Promise<void>
}

/** Hands over what was gathered when a window ends, and never twice at a time. */
export const openWindows = ({ end, handOver }: Window) => {
  let handing: Promise<void> = Promise.resolve()
  const flush = (lastMs: number): Promise<void> => {
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
    flush: (): Promise<void> => flush(Date.now()),
    close: (): Promise<void> => {
      clearTimeout(timer)
      return flush(Date.now())
    },
  }
}
