import type { Logger } from '../base/log.ts'

const throttleMs = 10_000

/** Logs a line at most every ten seconds while a day is being aggregated. */
export const logProgress = (log: Logger) => {
  let day = ''
  let saidMs = 0
  return (progress: { day: string; summed?: number; rows?: number }): void => {
    const now = performance.now()
    if (progress.day !== day) saidMs = now
    day = progress.day
    if (now - saidMs < throttleMs) return
    saidMs = now
    log.info(progress, 'a day is being aggregated')
  }
}
