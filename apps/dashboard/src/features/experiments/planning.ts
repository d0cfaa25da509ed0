import { expectedUnitsOf, type Method, type Plan, type PlanQuestion, planExperiment } from '@bunting/statistics'
import type { LastDays, Metric } from '../../api/metrics.ts'

const daySeconds = 86_400
const weekDays = 7

/** How surely an effect of the wanted size is found. */
const power = 0.8
export const confidence = 0.95
export const minimumDays = 7

/** What one unit is worth today, and how many come: from the last 14 days, or as somebody typed it. */
export type Known = { mean: number; deviation: number; unitsPerDay: number }

export const knownFrom = ({ baseline, deviation, adjusted, unitsPerDay }: LastDays): Known => ({
  mean: baseline,
  deviation: adjusted ?? deviation,
  unitsPerDay,
})

/** Of a conversion the mean says how far units lie apart. */
export const deviationOf = (share: number): number => Math.sqrt(share * (1 - share))

/** Days from a unit's exposure until it is counted: its window, and a little for events that are late, as the service waits. */
const maturityDays = ({ after, window }: Pick<Metric, 'after' | 'window'>): number =>
  (after + window + Math.min(3_600, Math.max(60, window / 24))) / daySeconds

export type Asked = { metric: Metric; known: Known; minimumEffect: number; variants: number }

const questionOf = ({ metric, known, minimumEffect, variants }: Asked): PlanQuestion => ({
  kind: metric.kind,
  direction: metric.direction,
  mean: known.mean,
  variance: known.deviation ** 2,
  minimumEffect,
  confidence,
  power,
  treatments: variants - 1,
  unitsPerDay: known.unitsPerDay,
  maturityDays: maturityDays(metric),
  minimumDays,
})

/** How many units and days it takes to find an effect, by each way of looking. */
export const planOf = (asked: Asked): Plan => planExperiment(questionOf(asked))

export type CurvePoint = { effect: number; days: number }

/** The days that each effect of a range takes, for a curve. */
export const curveOf = (asked: Asked, method: Method, effects: readonly number[]): CurvePoint[] =>
  effects.flatMap((effect) => {
    const days = planOf({ ...asked, minimumEffect: effect })[method]?.days
    return typeof days === 'number' ? [{ effect, days }] : []
  })

/** Whole weeks that hold all the days, so that each weekday counts alike. */
export const wholeWeeks = (days: number): number => Math.max(1, Math.ceil(days / weekDays))

/** The planned end, as many whole weeks from now as the plan takes: no earlier than a day after the longest window. */
export const plannedEndOf = (now: Date, days: number | null, metrics: readonly Metric[]): Date => {
  const longest = Math.max(0, ...metrics.map(maturityDays))
  const weeks = wholeWeeks(Math.max(days ?? 2 * weekDays, longest + 1.1))
  return new Date(now.getTime() + weeks * weekDays * daySeconds * 1_000)
}

export { expectedUnitsOf }
