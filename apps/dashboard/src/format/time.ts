const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const fullDate = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** `just now`, `5 min ago`, `3 h ago`, `2 days ago`, and the date from a week on, in the viewer's time zone. */
export const relativeTime = (at: Date, now: Date): string => {
  const ageMs = now.getTime() - at.getTime()
  if (ageMs < minuteMs) return 'just now'
  if (ageMs < hourMs) return `${Math.floor(ageMs / minuteMs)} min ago`
  if (ageMs < dayMs) return `${Math.floor(ageMs / hourMs)} h ago`
  if (ageMs < 2 * dayMs) return 'yesterday'
  if (ageMs < 7 * dayMs) return `${Math.floor(ageMs / dayMs)} days ago`
  return (at.getFullYear() === now.getFullYear() ? dayAndMonth : fullDate).format(at)
}

/** `14 Nov 2026, 09:41:07 UTC`. */
export const exactUtc = (at: Date): string => {
  const text = at.toISOString()
  return `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(at)}, ${text.slice(11, 19)} UTC`
}

const hoursAndMinutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** `09:41`, in the viewer's time zone. */
export const clockTime = (at: Date): string => hoursAndMinutes.format(at)
