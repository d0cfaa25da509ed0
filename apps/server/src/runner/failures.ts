import type { Logger } from '../base/log.ts'
import { type Due, longestLeaseUs } from '../store/core/due.ts'

const firstPauseUs = 1_000_000
/** The most failures that are remembered: another process may have finished the work without this one knowing. */
const maxCounted = 1_000

/** Counts consecutive failures of each job: the pause before the next try doubles with each. */
export const openFailures = (log: Logger) => {
  const counts = new Map<string, number>()
  const keyOf = ({ kind, subject }: Due): string => `${kind} ${subject}`
  return {
    forget: (due: Due): void => {
      counts.delete(keyOf(due))
    },
    /** Logs the first failure of a job, and returns the pause before the next try. */
    pauseUs: (due: Due, error: unknown): number => {
      const count = counts.get(keyOf(due)) ?? 0
      if (count === 0) log.warn({ err: error, ...due }, 'what was due failed; it is tried again until it does not')
      if (counts.size >= maxCounted) counts.clear()
      counts.set(keyOf(due), count + 1)
      return Math.min(firstPauseUs * 2 ** count, longestLeaseUs)
    },
  }
}
