import type { Logger } from '../base/log.ts'
import { type Due, longestLeaseUs } from '../store/core/due.ts'

const firstPauseUs = 1_000_000
/** Others may have done what failed here, which is not heard of: so many are remembered. */
const maxCounted = 1_000

/** What failed, and how often one after the other: the pause before it is tried again doubles. */
export const openFailures = (log: Logger) => {
  const counts = new Map<string, number>()
  const keyOf = ({ kind, subject }: Due): string => `${kind} ${subject}`
  return {
    forget: (due: Due): void => {
      counts.delete(keyOf(due))
    },
    /** Says so, once. */
    pauseUs: (due: Due, error: unknown): number => {
      const count = counts.get(keyOf(due)) ?? 0
      if (count === 0) log.warn({ err: error, ...due }, 'what was due failed; it is tried again until it does not')
      if (counts.size >= maxCounted) counts.clear()
      counts.set(keyOf(due), count + 1)
      return Math.min(firstPauseUs * 2 ** count, longestLeaseUs)
    },
  }
}
