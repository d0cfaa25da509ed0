import type { Logger } from './log.ts'

/** Logs when something begins to fail and when it works again, but not each failure: it may be retried every second. */
export const outageOf = (log: Logger, words: { failing: string; again: string }) => {
  let isFailing = false
  const failed = (error: unknown): false => {
    if (!isFailing) log.warn({ err: error }, words.failing)
    isFailing = true
    return false
  }
  const worked = (): true => {
    if (isFailing) log.info(words.again)
    isFailing = false
    return true
  }
  return {
    failed,
    worked,
    /** Does the work, and tells whether it succeeded. Never throws. */
    watch: (work: () => Promise<void>): Promise<boolean> => work().then(worked, failed),
  }
}
