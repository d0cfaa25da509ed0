import { wrongUse } from '../core/failure.ts'
import { parseDuration } from '../text/duration.ts'

/** The time of a step: an instant, or a number of seconds after the step before. */
export type When = { at: string } | { after: number }

/** Parses `2026-12-01T09:00Z` or `+1h`. A time without a zone is refused, since the zone is never guessed. */
export const parseWhen = (text: string): When => {
  const after = text.startsWith('+') ? parseDuration(text.slice(1)) : undefined
  if (after !== undefined) return { after }
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : Number.NaN
  if (!Number.isNaN(instant)) return { at: new Date(instant).toISOString() }
  return wrongUse(
    `"${text}" says no time.`,
    'an instant with its zone, such as 2026-12-01T09:00Z or 2026-12-01T09:00+01:00',
    'or how long after the step before, such as +1h or +1d12h',
  )
}
