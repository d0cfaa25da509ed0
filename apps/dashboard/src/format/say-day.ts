const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'long', timeZone: 'UTC' })

/** A day in UTC, as `14 Nov`. */
export const dayAndMonth = (day: string): string => short.format(new Date(`${day}T00:00:00Z`))
/** A day in UTC, as `Sat 14 November`. */
export const longDay = (day: string): string => long.format(new Date(`${day}T00:00:00Z`)).replace(',', '')

/** The days without answers, as `No answers on 27 Oct.`, or their number if there are many. */
export const sayGaps = (days: readonly string[]): string => {
  if (days.length === 0) return ''
  if (days.length > 3) return ` No answers on ${days.length} days in between.`
  return ` No answers on ${days.map(dayAndMonth).join(', ')}.`
}
