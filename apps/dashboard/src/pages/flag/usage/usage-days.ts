import type { UsageDay } from '@bunting/contract'
import { dayOf } from '../../../format/time.ts'

const dayMs = 24 * 60 * 60 * 1_000

export const addDays = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs))

const daysFrom = (from: string, to: string): string[] => {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** The most values with a series of their own; the others become `other values`. */
const maxShown = 5

export type Series = { value: string; total: number; isRest: boolean }

/** A day without answers has no counts: the chart shows a gap. */
export type Bar = { day: string; row: UsageDay | undefined; counts: readonly number[] }

export type UsageFigures = {
  /** The values, from the rarest to the most frequent. */
  series: readonly Series[]
  bars: readonly Bar[]
  total: number
  byRule: number
  byDefault: number
  errors: number
  /** The number of answers by rule, the most frequent first, including deleted rules. */
  rules: readonly { ruleId: string; total: number }[]
  /** Days without answers between days with some. */
  gaps: readonly string[]
}

type Usage = { from: string; to: string; rows: readonly UsageDay[] }

/** Prepares the figures for the chart, the table and the sentence. */
export const usageFigures = ({ from, to, rows }: Usage, today: string): UsageFigures => {
  const series = seriesOf(rows)
  const shown = new Set(series.filter(({ isRest }) => !isRest).map(({ value }) => value))
  const byDay = new Map(rows.map((row) => [row.date, row]))
  // Today is counted tonight: until then it is not a gap.
  const last = to === today && !byDay.has(today) ? addDays(to, -1) : to
  const bars = daysFrom(from, last).map((day): Bar => {
    const row = byDay.get(day)
    return { day, row, counts: row ? series.map((one) => countOf(row, one, shown)) : [] }
  })
  const [first, final] = [
    rows.map(({ date }) => date).sort()[0],
    rows
      .map(({ date }) => date)
      .sort()
      .at(-1),
  ]
  const sum = (pick: (row: UsageDay) => number): number => rows.reduce((all, row) => all + pick(row), 0)
  return {
    series,
    bars,
    total: sum((row) => row.totalEvaluations),
    byRule: sum((row) => row.ruleMatchCount),
    byDefault: sum((row) => row.defaultCount),
    errors: sum((row) => row.errorCount),
    rules: rulesOf(rows),
    gaps: bars.filter(({ day, row }) => !row && first && final && day > first && day < final).map(({ day }) => day),
  }
}

const rulesOf = (rows: readonly UsageDay[]): UsageFigures['rules'] => {
  const totals = new Map<string, number>()
  for (const { ruleCounts = {} } of rows) {
    for (const [ruleId, count] of Object.entries(ruleCounts)) totals.set(ruleId, (totals.get(ruleId) ?? 0) + count)
  }
  return [...totals].map(([ruleId, total]) => ({ ruleId, total })).sort((a, b) => b.total - a.total)
}

/** The name under which a day counts the values that it does not list. */
const unnamed = '…'

/** The series. A day lists only its most frequent values: the others are in the rest. */
const seriesOf = (rows: readonly UsageDay[]): Series[] => {
  const totals = new Map<string, number>()
  for (const { valueDistribution } of rows) {
    for (const [value, count] of Object.entries(valueDistribution)) {
      if (value !== unnamed) totals.set(value, (totals.get(value) ?? 0) + count)
    }
  }
  const ranked = [...totals].sort(([, one], [, other]) => other - one).map(([value, total]) => ({ value, total }))
  const kept = ranked.slice(0, maxShown)
  const all = rows.reduce((sum, { totalEvaluations }) => sum + totalEvaluations, 0)
  const rest = all - kept.reduce((sum, { total }) => sum + total, 0)
  return [
    ...(rest > 0 ? [{ value: 'other values', total: rest, isRest: true }] : []),
    ...kept.toReversed().map((one) => ({ ...one, isRest: false })),
  ]
}

const countOf = (row: UsageDay, { value, isRest }: Series, shown: ReadonlySet<string>): number => {
  if (!isRest) return row.valueDistribution[value] ?? 0
  const known = Object.entries(row.valueDistribution).filter(([one]) => shown.has(one))
  return row.totalEvaluations - known.reduce((sum, [, count]) => sum + count, 0)
}

/** Tints of boolean values, whatever their frequency: true is full and false is pale, as with pennants. */
const switched: Readonly<Record<string, number>> = { true: 100, false: 30 }

/** The percentage of the environment's colour in a series: of values other than booleans, the rarest stands out. */
export const tintOf = (index: number, series: readonly Pick<Series, 'value'>[]): number => {
  if (series.every(({ value }) => Object.hasOwn(switched, value))) return switched[series[index]?.value ?? ''] ?? 100
  const tints = [100, 62, 30]
  const count = series.length
  return count <= tints.length ? (tints[index] ?? 100) : Math.round(100 - (index * 78) / (count - 1))
}
