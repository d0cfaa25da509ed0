import type { Overview } from '@bunting/contract'
import { count, plural } from '../../format/number.ts'
import { dayAndMonth } from '../../format/say-day.ts'

/** The number of changes by week, the latest at the right. */
export const Weeks = ({ weeks }: { weeks: Overview['weeks'] }) => {
  const max = Math.max(1, ...weeks.map(({ changes }) => changes))
  return (
    <ol className="weeks" aria-label="Changes by week">
      {weeks.map(({ from, changes }) => (
        <li key={from} title={`Week of ${dayAndMonth(from)}: ${plural(changes, 'change')}`}>
          <span className="figure">{count(changes)}</span>
          <span className="column" aria-hidden>
            {changes > 0 && <span style={{ height: `${(100 * changes) / max}%` }} />}
          </span>
          <span className="week">
            <span className="sr-only">changes in the week of </span>
            {dayAndMonth(from)}
          </span>
        </li>
      ))}
    </ol>
  )
}
