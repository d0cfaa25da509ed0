const dayMs = 24 * 60 * 60 * 1_000

/** Days are UTC and written `YYYY-MM-DD`: their order is the order of their texts. */
export const dayOf = (ms: number): string => {
  const number = Math.floor(ms / dayMs)
  // Consecutive events are mostly of the same day, and formatting a date is the most expensive step of all.
  if (number !== last.number) last = { number, text: new Date(ms).toISOString().slice(0, 10) }
  return last.text
}

let last = { number: Number.NaN, text: '' }

export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`)

export const addDays = (day: string, days: number): string => dayOf(startOfDay(day) + days * dayMs)

/** The number of days from one to the other, both included. */
export const daysBetween = (from: string, to: string): number => (startOfDay(to) - startOfDay(from)) / dayMs + 1

/** The first of this many days, of which today is the last. */
export const firstOfLast = (days: number, today: string): string => addDays(today, 1 - days)
