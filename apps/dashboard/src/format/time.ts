const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const fullDate = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** `just now`, `5 min ago`, `in 3 h`, `2 days ago`; the date after a week, in the viewer's time zone. */
export const relativeTime = (at: Date, now: Date): string => {
  const ageMs = now.getTime() - at.getTime()
  if (ageMs < -minuteMs) return untilText(-ageMs) ?? sayDate(at, now)
  if (ageMs < minuteMs) return 'just now'
  if (ageMs < hourMs) return `${Math.floor(ageMs / minuteMs)} min ago`
  if (ageMs < dayMs) return `${Math.floor(ageMs / hourMs)} h ago`
  if (ageMs < 2 * dayMs) return 'yesterday'
  if (ageMs < 7 * dayMs) return `${Math.floor(ageMs / dayMs)} days ago`
  return sayDate(at, now)
}

/** `20 Oct`, in the viewer's time zone. */
export const dateOf = (at: Date): string => dayAndMonth.format(at)

/** `20 Oct`, with the year only if it is not the current one. */
export const sayDate = (at: Date, now: Date): string =>
  (at.getFullYear() === now.getFullYear() ? dayAndMonth : fullDate).format(at)

const untilText = (ms: number): string | undefined => {
  if (ms < hourMs) return `in ${Math.ceil(ms / minuteMs)} min`
  if (ms < 23.5 * hourMs) return `in ${Math.round(ms / hourMs)} h`
  if (ms < 1.5 * dayMs) return 'in a day'
  return ms < 7 * dayMs ? `in ${Math.round(ms / dayMs)} days` : undefined
}

const units = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const

/** `90 s` as `1 min 30 s`. */
export const sayDuration = (seconds: number): string => {
  let rest = seconds
  const parts = units.flatMap(([size, unit]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count === 0 ? [] : [`${count} ${unit}`]
  })
  return parts.join(' ') || '0 s'
}

/** `14 Nov 2026, 09:41:07 UTC`. */
export const exactUtc = (at: Date): string => {
  const text = at.toISOString()
  return `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(at)}, ${text.slice(11, 19)} UTC`
}

const hoursAndMinutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

const toTheSecond = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

/** `09:41`, or `09:41:07`, in the viewer's time zone. */
export const clockTime = (at: Date, withSeconds = false): string =>
  (withSeconds ? toTheSecond : hoursAndMinutes).format(at)

const shortWeekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' })

/** `Mon 08:04`, in the viewer's time zone. */
export const weekdayTime = (at: Date): string => `${shortWeekday.format(at)} ${clockTime(at)}`

/** `16 Nov 2026` of `2026-11-16`: a day is the same in every time zone. */
export const sayDay = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** The day of a moment as `2026-11-16`, in UTC as on the service. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })

const daysFrom = (now: Date, at: Date): number =>
  Math.round((new Date(at).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / dayMs)

const nearDays: Record<number, string> = { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' }

/** `today 09:41`, `tomorrow 09:41`, `Tue 17 Nov 09:41`, in the viewer's time zone. */
export const sayMoment = (at: Date, now: Date, withSeconds = false): string => {
  const far = at.getFullYear() === now.getFullYear() ? weekday : fullDate
  return `${nearDays[daysFrom(now, at)] ?? far.format(at).replace(',', '')} ${clockTime(at, withSeconds)}`
}
