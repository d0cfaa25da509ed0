import type { Logger } from './log.ts'

/** Tells once that something fails, and once that it goes well again: what is tried every second must not fill the log. */
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
    /** Does the work, and says whether it went well: it never fails. */
    watch: (work: () => Promise<void>): Promise<boolean> => work().then(worked, failed),
  }
}
