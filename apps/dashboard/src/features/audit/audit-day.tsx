import type { AuditLogEntry } from '@bunting/contract'
import { dayIn, dayShare, dayWords, type Zone } from '../../format/days.ts'
import { count, plural } from '../../format/number.ts'
import { useNow } from '../../ui/use-now.ts'
import { AuditEntry } from './audit-entry.tsx'
import { DayLine } from './day-line.tsx'
import type { Names } from './names.ts'

type AuditDayProps = {
  day: string
  entries: readonly AuditLogEntry[]
  names: Names
  zone: Zone
  /** The day may have more entries than were loaded. */
  isOpen: boolean
}

export const AuditDay = ({ day, entries, names, zone, isOpen }: AuditDayProps) => {
  const now = useNow()
  const { near, date } = dayWords(day, now, zone)
  const until = day === dayIn(now, zone) ? dayShare(now, zone) : undefined
  return (
    <section className="day" aria-label={date}>
      <div className="day-head">
        <h2>
          {near === undefined ? (
            date
          ) : (
            <>
              {near} <span>{date}</span>
            </>
          )}
        </h2>
        <DayLine entries={entries} names={names} zone={zone} until={until} />
        <span className="count">
          {isOpen ? `the last ${count(entries.length)}` : plural(entries.length, 'entry', 'entries')}
        </span>
      </div>
      <ol className="log">
        {entries.map((entry) => (
          <AuditEntry key={entry.id} entry={entry} names={names} zone={zone} />
        ))}
      </ol>
    </section>
  )
}
