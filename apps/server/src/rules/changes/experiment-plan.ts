import type { Metric } from '@bunting/contract'
import { figuresOf, type Moments, maturitySeconds, type PlanQuestion } from '@bunting/statistics'

/** The effect to find, and how surely. */
export type Asked = {
  minimumEffect: number
  confidence: number
  power: number
  variants: number
  minimumDays: number
}

type Measured = Pick<Metric, 'kind' | 'direction' | 'adjust' | 'after' | 'window'>

const daySeconds = 86_400

/** The variance that remains after CUPED; null if nothing is known of the units from before. */
export const adjustedVariance = ({ adjust, kind }: Measured, { n, y, x, xy }: Moments): number | null =>
  adjust && kind !== 'ratio' && x.m2 > 0 && n > 1 ? Math.max(0, y.m2 - (xy * xy) / x.m2) / (n - 1) : null

/** The planner's question, from the moments of units; undefined if they have no mean. */
export const questionOf = (
  metric: Measured,
  asked: Asked,
  moments: Moments,
  unitsPerDay: number,
): PlanQuestion | undefined => {
  const { mean, deviation } = figuresOf(metric, moments)
  if (mean === null || deviation === null) return undefined
  const variance = adjustedVariance(metric, moments) ?? deviation ** 2
  return askedOf(metric, asked, { mean, variance }, unitsPerDay)
}

/** The planner's question, from a known mean and variance. */
export const askedOf = (
  metric: Measured,
  { minimumEffect, confidence, power, variants, minimumDays }: Asked,
  { mean, variance }: { mean: number; variance: number },
  unitsPerDay: number,
): PlanQuestion => ({
  kind: metric.kind,
  direction: metric.direction,
  mean,
  variance,
  minimumEffect,
  confidence,
  power,
  treatments: variants - 1,
  unitsPerDay,
  maturityDays: maturitySeconds(metric) / daySeconds,
  minimumDays,
})
