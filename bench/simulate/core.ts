/** A worker process and the core that it has: it does one thing after the other. */
export type Core = {
  /** When something that arrives now is begun. */
  beginsMs(nowMs: number): number
  /** Does something that arrives now. Comes back with when it is done. */
  work(nowMs: number, us: number): number
  /** The busiest tenth of a second, from 0 to 1. */
  peak(): number
  /** All that it worked. */
  busyMs(): number
}

const binMs = 100

export const openCore = (): Core => {
  let freeMs = 0
  let busyMs = 0
  const bins: number[] = []

  const count = (fromMs: number, toMs: number): void => {
    for (let from = fromMs; from < toMs; ) {
      const bin = Math.floor(from / binMs)
      const to = Math.min(toMs, (bin + 1) * binMs)
      bins[bin] = (bins[bin] ?? 0) + to - from
      from = to
    }
  }

  return {
    beginsMs: (nowMs) => Math.max(nowMs, freeMs),
    work: (nowMs, us) => {
      const began = Math.max(nowMs, freeMs)
      freeMs = began + us / 1_000
      busyMs += us / 1_000
      count(began, freeMs)
      return freeMs
    },
    peak: () => bins.reduce((most, bin) => Math.max(most, bin ?? 0), 0) / binMs,
    busyMs: () => busyMs,
  }
}

/** A network line: what is sent leaves one after the other. */
export const openLine = (megabitsASecond: number) => {
  const bytesAMs = (megabitsASecond * 1e6) / 8 / 1_000
  let freeMs = 0
  let sent = 0
  return {
    /** When what is handed over now has left. */
    send: (nowMs: number, bytes: number): number => {
      freeMs = Math.max(nowMs, freeMs) + bytes / bytesAMs
      sent += bytes
      return freeMs
    },
    sent: () => sent,
  }
}

export type Line = ReturnType<typeof openLine>
