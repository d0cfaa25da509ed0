import type { Mark } from '../../../features/schedules/marks-of.ts'
import { dayOf } from '../../../format/time.ts'

/** The changes of each day, in words. */
export type MarkedDays = ReadonlyMap<string, readonly string[]>

/** The most changes named per day: nobody reads more. */
const maxNamed = 3

export const markedDays = (marks: readonly Mark[]): MarkedDays => {
  const days = Map.groupBy(marks, ({ at }) => dayOf(new Date(at)))
  return new Map(
    [...days].map(([day, all]) => {
      const rest = all.length - maxNamed
      return [day, [...all.slice(0, maxNamed).map(({ label }) => label), ...(rest > 0 ? [`and ${rest} more`] : [])]]
    }),
  )
}
