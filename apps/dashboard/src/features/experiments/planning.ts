import {
  expectedUnitsOf,
  type Method,
  maturitySeconds,
  type Plan,
  type PlanQuestion,
  planExperiment,
} from '@bunting/statistics'
import type { LastDays, Metric } from '../../api/metrics.ts'

const daySeconds = 86_400
const weekDays = 7

/** How surely an effect of the wanted size is found. */
export const power = 0.8

/** What one unit is worth today, and how many come: from the last 14 days, or as somebody typed it. */
export type Known = { mean: number; deviation: number; unitsPerDay: number }

export const knownFrom = ({ baseline, deviation, adjusted, unitsPerDay }: LastDays): Known => ({
  mean: baseline,
  deviation: adjusted ?? deviation,
  unitsPerDay,
})

/** Of a conversion the mean says how far units lie apart. */
export const deviationOf = (share: number): number => Math.sqrt(share * (1 - share))

type Timed = Pick<Metric, 'after' | 'window'>

export const maturityDays = (metric: Timed): number => maturitySeconds(metric) / daySeconds

export type Asked = {
  metric: Pick<Metric, 'kind' | 'direction'> & Timed
  known: Known
  minimumEffect: number
  variants: number
  confidence: number
  minimumDays: number
}

const questionOf = ({ metric, known, minimumEffect, variants, confidence, minimumDays }: Asked): PlanQuestion => ({
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

/** The days until the planned end, for as many as the plan takes: at least a day more than the longest window. */
export const daysToEnd = (days: number | null, metrics: readonly Timed[]): number =>
  Math.ceil(Math.max(days ?? 2 * weekDays, Math.max(0, ...metrics.map(maturityDays)) + 1.1))

export const inDays = (now: Date, days: number): Date => new Date(now.getTime() + days * daySeconds * 1_000)

export { expectedUnitsOf }
