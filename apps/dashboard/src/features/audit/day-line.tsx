import type { AuditLogEntry } from '@bunting/contract'
import { dayShare, type Zone } from '../../format/days.ts'
import { envColor } from '../../ui/pennants/pennant.tsx'
import type { Names } from './names.ts'

const hours = [0, 6, 12, 18, 24]

type DayLineProps = {
  entries: readonly AuditLogEntry[]
  names: Names
  zone: Zone
  /** For today, the share of the day that has passed. */
  until?: number | undefined
}

const across = (share: number) => `${(share * 100).toFixed(2)}%`

/** The times of a day's entries, in the colours of their environments. The list below says the same in words. */
export const DayLine = ({ entries, names, zone, until = 1 }: DayLineProps) => (
  <div className="hours-line" aria-hidden>
    <i className="ahead" />
    <i style={{ width: `calc(${across(until)} + ${24 * until}px)` }} />
    {hours.map((hour) => (
      <small key={hour} style={{ left: across(hour / 24) }}>
        {String(hour).padStart(2, '0')}
      </small>
    ))}
    {entries.map((entry) => {
      const environment = names.environment(entry)
      return (
        <svg
          key={entry.id}
          className={environment ? 'env' : ''}
          style={{
            left: across(dayShare(new Date(entry.createdAt), zone)),
            ...(environment && envColor(environment.color)),
          }}
          width="9"
          height="11"
          viewBox="0 0 9 11"
          aria-hidden="true"
        >
          <path d="M0 0H9L4.5 11Z" fill="currentColor" />
        </svg>
      )
    })}
  </div>
)
