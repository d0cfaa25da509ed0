import { daysBefore } from '../../../rules/units/fold-units.ts'
import type { Measure } from '../../../rules/units/tracking.ts'
import { addDays, dayOf } from '../../../rules/usage/days.ts'

/** The first and the last day whose events may count for any of the units. */
export const daysToRead = (metrics: readonly Measure[], firstMs: Iterable<number>): { from: string; to: string } => {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const ms of firstMs) {
    least = Math.min(least, ms)
    most = Math.max(most, ms)
  }
  const isAdjusted = metrics.some(({ adjust }) => adjust)
  const endMs = Math.max(...metrics.map(({ after, window }) => (after + window) * 1_000))
  return { from: addDays(dayOf(least), isAdjusted ? -daysBefore : 0), to: dayOf(most + endMs) }
}
