import { clockTime, dateOf } from './time.ts'

const weekdayAndDay = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric' })
const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const monthAndYear = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric' })

/** The labels below an axis of time, by the distance between its ticks. */
export const tickLabels = {
  /** `09:41`. */
  clock: (atMs: number): string => clockTime(new Date(atMs)),
  /** `Mon 16`. */
  day: (atMs: number): string => weekdayAndDay.format(atMs),
  /** `16 Nov`. */
  date: (atMs: number): string => dateOf(new Date(atMs)),
  /** `Nov 2026`. */
  month: (atMs: number): string => monthAndYear.format(atMs),
}

/** A range that includes both days: `12–19 Nov`. */
export const sayDays = (firstMs: number, lastMs: number): string => dayAndMonth.formatRange(firstMs, lastMs)
