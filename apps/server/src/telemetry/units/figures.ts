import { type Moments, mergeMoments, noMoments } from '@bunting/statistics'
import type { DayFigures, Figures, SeenDay, UnitCounts } from '../../http/ports/units.ts'
import { daysBefore } from '../../rules/units/fold-units.ts'
import { addDays, startOfDay } from '../../rules/usage/days.ts'
import type { HealthCount, LoggedExperiment, SeenCount } from '../../store/tables/unit-log.ts'
import type { Subject } from './subjects.ts'

const nothing: LoggedExperiment = { exposed: [], days: [], health: [] }

/** Makes a record by `fromEntries`, since a variant may have a name such as `__proto__`, which an assignment would lose. */
const recordOf = <Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> =>
  Object.fromEntries(entries)

const variantsOf = ({ rule }: Pick<Subject, 'rule'>): string[] =>
  (rule.distribution ?? []).map(({ variant }) => variant)

export const figuresOf = (subject: Subject, found: LoggedExperiment | undefined): Figures => {
  const logged = found ?? nothing
  const variants = variantsOf(subject)
  const sums = new Map<string, Moments>()
  for (const { metric, variant, moments } of logged.days) {
    const key = `${metric} ${variant}`
    sums.set(key, mergeMoments(sums.get(key) ?? noMoments, moments))
  }
  const momentsOf = (metric: string, variant: number): Moments => sums.get(`${metric} ${variant}`) ?? noMoments
  const countsOf = (variant: number): UnitCounts => {
    const exposed = logged.exposed.find((one) => one.variant === variant)?.count ?? 0
    const matured = momentsOf(subject.primary, variant).n
    // The sums of forgotten units stay, so more may have matured than are exposed.
    return { exposed, matured, waiting: Math.max(0, exposed - matured) }
  }
  return {
    units: recordOf(variants.map((key, variant) => [key, countsOf(variant)])),
    moments: recordOf(
      subject.metrics.map(({ key }) => [
        key,
        recordOf(variants.map((name, variant) => [name, momentsOf(key, variant)] as const)),
      ]),
    ),
    health: healthOf(logged.health),
    ...(found === undefined && { isUnheardOf: true as const }),
  }
}

const healthOf = (counts: readonly HealthCount[]): Figures['health'] => {
  const of = (kind: HealthCount['kind']): HealthCount[] => counts.filter((one) => one.kind === kind)
  const sumOf = (kind: HealthCount['kind']): number => of(kind).reduce((sum, { count }) => sum + count, 0)
  return {
    mismatched: of('mismatched').map(({ sdkType, sdkVersion, count }) => ({ sdkType, sdkVersion, count })),
    late: sumOf('late'),
    ignored: sumOf('ignored'),
    identity: sumOf('identity'),
  }
}

/** The days of one metric, oldest first. */
export const daysOf = (subject: Subject, metricKey: string, { days }: LoggedExperiment = nothing): DayFigures[] => {
  const variants = variantsOf(subject)
  const byDate = Map.groupBy(
    days.filter(({ metric }) => metric === metricKey),
    ({ day }) => day,
  )
  return [...byDate]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([date, rows]) => ({
      date,
      moments: recordOf(rows.map(({ variant, moments }) => [variants[variant] as string, moments])),
    }))
}

const dayMs = 24 * 60 * 60 * 1_000

/** Every one of the last days, also those on which nothing came. */
export const seenDaysOf = (from: string, counts: readonly SeenCount[]): SeenDay[] =>
  Array.from({ length: daysBefore }, (_, at) => {
    const date = addDays(from, at)
    const ofDay = counts.filter(({ day }) => day * dayMs === startOfDay(date))
    return { date, counts: new Map(ofDay.map(({ name, count }) => [name, count])) }
  })
