import { sayDays, tickLabels } from '../../../format/axis.ts'

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

/** The length of time in view. */
export type RangeName = 'day' | 'week' | 'month' | 'all'

export type Range = { startMs: number; endMs: number }

/** The number of days in view, how many of them are before today, and how many days earlier and later move. */
const lengths = {
  day: { days: 1, before: 0, step: 1 },
  week: { days: 8, before: 5, step: 7 },
  month: { days: 32, before: 22, step: 28 },
} as const

export const isRangeName = (text: string | undefined): text is RangeName =>
  text === 'all' || (text !== undefined && Object.hasOwn(lengths, text))

const addDays = (atMs: number, days: number): number => {
  const date = new Date(atMs)
  // Counts calendar days: a day may have 23 or 25 hours.
  return date.setDate(date.getDate() + days)
}

const midnight = (atMs: number): number => new Date(atMs).setHours(0, 0, 0, 0)
const wholeHour = (atMs: number): number => new Date(atMs).setMinutes(0, 0, 0)

/** The day range begins 16 hours ago, so that the coming hours are in view, too. */
const hoursBefore = 16

const usualStart = (name: keyof typeof lengths, nowMs: number): number =>
  name === 'day' ? wholeHour(nowMs) - hoursBefore * hourMs : addDays(midnight(nowMs), -lengths[name].before)

type Wanted = {
  name: RangeName
  /** The start, from the address; by default a start with now in view. */
  from: string | undefined
  nowMs: number
  /** The first and the last time at which anything happens. */
  firstMs: number
  lastMs: number
}

export const rangeOf = ({ name, from, nowMs, firstMs, lastMs }: Wanted): Range => {
  if (name === 'all') {
    const [startMs, endMs] = [Math.min(firstMs, nowMs), Math.max(lastMs, nowMs)]
    const marginMs = Math.max((endMs - startMs) * 0.06, 10 * minuteMs)
    return { startMs: startMs - marginMs, endMs: endMs + marginMs }
  }
  const asked = Date.parse(from ?? '')
  const startMs = Number.isNaN(asked) ? usualStart(name, nowMs) : asked
  return { startMs, endMs: addDays(startMs, lengths[name].days) }
}

/** The start of the previous or next range, for the address. */
export const moved = (name: Exclude<RangeName, 'all'>, { startMs }: Range, by: 1 | -1): string =>
  new Date(addDays(startMs, by * lengths[name].step)).toISOString()

/** The start of a range of this length that includes a given time. */
export const startAround = (name: Exclude<RangeName, 'all'>, atMs: number): string =>
  new Date(usualStart(name, atMs)).toISOString()

/** The range as days: `12–19 Nov`. */
export const sayRange = ({ startMs, endMs }: Range): string => sayDays(startMs, endMs - 1)

/** A line on the axis with its label. The label of a whole day is centred in the day. */
export type Tick = { atMs: number; label: string; isDay: boolean }

/** The most lines on the axis. */
const maxTicks = 9
const dayCounts = [1, 2, 7, 14, 30, 91, 182, 365, 730]

export const ticksOf = ({ startMs, endMs }: Range): readonly Tick[] => {
  const days = (endMs - startMs) / dayMs
  if (days <= 1.5) return hours(startMs, endMs)
  const every = dayCounts.find((count) => days / count <= maxTicks) ?? 3_650
  const say = every === 1 ? tickLabels.day : every > 100 ? tickLabels.month : tickLabels.date
  const ticks: Tick[] = []
  for (let atMs = midnight(startMs); atMs < endMs; atMs = addDays(atMs, every))
    if (atMs >= startMs) ticks.push({ atMs, label: say(atMs), isDay: every === 1 })
  return ticks
}

/** Ticks by the clock; midnight is labelled with the day. */
const hours = (startMs: number, endMs: number): readonly Tick[] => {
  const everyMs = [5 * minuteMs, 15 * minuteMs, hourMs, 3 * hourMs].find((one) => (endMs - startMs) / one <= maxTicks)
  const stepMs = everyMs ?? 6 * hourMs
  const ticks: Tick[] = []
  for (let atMs = midnight(startMs); atMs < endMs; atMs += stepMs)
    if (atMs >= startMs)
      ticks.push({ atMs, label: (midnight(atMs) === atMs ? tickLabels.day : tickLabels.clock)(atMs), isDay: false })
  return ticks
}

/** The position of a time, in percent of the range. */
export const placeIn = ({ startMs, endMs }: Range, atMs: number): number => (100 * (atMs - startMs)) / (endMs - startMs)

export const isIn = ({ startMs, endMs }: Range, atMs: number): boolean => atMs >= startMs && atMs < endMs
