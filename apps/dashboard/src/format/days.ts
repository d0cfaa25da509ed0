export type Zone = 'local' | 'utc'

const timeZone = (zone: Zone) => (zone === 'utc' ? { timeZone: 'UTC' } : {})

/** The day of a moment as `2026-11-15`, in the viewer's time zone or in UTC. */
export const dayIn = (at: Date, zone: Zone): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', ...timeZone(zone) }).format(at)

/** The share of the day that has passed at a moment, from 0 to 1. */
export const dayShare = (at: Date, zone: Zone): number => {
  const [hours, minutes] = zone === 'utc' ? [at.getUTCHours(), at.getUTCMinutes()] : [at.getHours(), at.getMinutes()]
  return (hours * 60 + minutes) / (24 * 60)
}

/** The time of day, as `09:41`. */
export const timeOf = (at: Date, zone: Zone): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', ...timeZone(zone) }).format(at)

const dayMs = 24 * 60 * 60_000

/** The moment when a day begins. */
export const dayStart = (day: string, zone: Zone): string =>
  new Date(`${day}T00:00:00${zone === 'utc' ? 'Z' : ''}`).toISOString()

export const nextDay = (day: string): string => daysBefore(day, -1)

/** The day that is a number of days before another. */
export const daysBefore = (day: string, days: number): string =>
  new Date(new Date(`${day}T12:00:00Z`).getTime() - days * dayMs).toISOString().slice(0, 10)

/** `Today`, `Yesterday` or nothing, and the date in words: with the year only if it is not the current one. */
export const dayWords = (day: string, now: Date, zone: Zone): { near?: string; date: string } => {
  const today = dayIn(now, zone)
  const noon = new Date(`${day}T12:00:00Z`)
  const yesterday = daysBefore(today, 1)
  const date = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  })
    .format(noon)
    .replace(',', '')
  if (day === today) return { near: 'Today', date }
  return day === yesterday ? { near: 'Yesterday', date } : { date }
}
