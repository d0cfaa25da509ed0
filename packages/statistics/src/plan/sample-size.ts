import type { Direction, MetricKind } from '../estimate/metric.ts'
import { levelsOf, type Method } from '../sequence/levels.ts'
import { sequenceMultiplier, tuning } from '../sequence/mixture.ts'
import { normalQuantile } from '../special/normal.ts'

/** Control's current values, and the effect to detect. */
export type Question = {
  kind: MetricKind
  direction: Direction
  /** Mean and variance of one unit; with CUPED, what remains after the adjustment. */
  mean: number
  variance: number
  /** The smallest relative effect to detect. */
  minimumEffect: number
  confidence: number
  power: number
  treatments: number
  method: Method
  /** Control's share of the units of one comparison; one half if variants have equal weights. */
  controlShare?: number
}

/**
 * Units of one comparison, both arms together: (q + z_power)²·(s²_T/share_T + s²_C/share_C)/δ². q is the multiplier that the
 * method's verdict needs, a sequence's at the expected units. Null if there is no mean that an effect could be relative to.
 */
export const sampleSize = (question: Question): number | null => {
  const { mean, variance, minimumEffect, power, controlShare = 0.5 } = question
  const effect = Math.abs(mean) * minimumEffect
  const q = multiplierOf(question) + normalQuantile(power)
  const units =
    (q * q * (treatmentVariance(question, effect) / (1 - controlShare) + variance / controlShare)) / (effect * effect)
  return Number.isFinite(units) ? units : null
}

const multiplierOf = ({ confidence, treatments, method }: Question): number => {
  const { sequence, fixed } = levelsOf(confidence, treatments, method)
  return fixed === null ? sequenceMultiplier(sequence, tuning(sequence)) : -normalQuantile(fixed / 2)
}

/** A conversion's variance follows from its mean. For other kinds the treatment's variance is assumed to be control's. */
const treatmentVariance = ({ kind, direction, mean, variance }: Question, effect: number): number => {
  if (kind !== 'conversion') return variance
  const expected = direction === 'increase' ? mean + effect : mean - effect
  // The adjustment is assumed to explain the same share of the variance.
  const left = variance / (mean * (1 - mean) || 1)
  return left * Math.max(0, expected * (1 - expected))
}
