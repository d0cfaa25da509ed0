import type { Logger } from './log.ts'

/** Tells once that something fails, and once that it goes well again: what is tried every second must not fill the log. */
export const outageOf = (log: Logger, words: { failing: string; again: string }) => {
  let isFailing = false
  const failed = (error: unknown): void => {
    if (!isFailing) log.warn({ err: error }, words.failing)
    isFailing = true
  }
  const worked = (): void => {
    if (isFailing) log.info(words.again)
    isFailing = false
  }
  return {
    failed,
    worked,
    /** Does the work, and never fails. */
    watch: (work: () => Promise<void>): Promise<void> => work().then(worked, failed),
  }
}
