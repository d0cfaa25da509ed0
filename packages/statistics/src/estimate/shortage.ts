import { mergeMoments } from '../moments/merge.ts'
import { type Moments, sampleVariance, type Values } from '../moments/moments.ts'
import { contrastOf, differenceAt } from './contrast.ts'
import type { Metric } from './metric.ts'

/** The reason why a metric cannot be judged yet: the mean of few units, or of one dominant unit, is not nearly normal. */
export type Shortage = 'few_units' | 'no_variance' | 'few_conversions' | 'dominated' | 'few_denominators'

const leastUnits = 100
const leastConversions = 10
/** One unit may have 20 % of the squared distances, so at least five equal ones are needed. */
const leastSpikes = 5
/**
 * The number of spikes that an arm would have if it were like all units together. If 30 are expected, even none at all is no
 * accident (e⁻³⁰): a variant that broke its metric, so that every unit has 0, is judged and does not wait for ever.
 */
const expectedSpikes = 30
/** The mean denominator's coefficient of variation beyond which the delta method is off (Cochran: 0.1, to be sure). */
const mostVariation = 0.2

/** The reason why there is not enough data; undefined if there is. */
export const shortageOf = (metric: Metric, control: Moments, treatment: Moments): Shortage | undefined => {
  const arms = [control, treatment]
  const all = mergeMoments(control, treatment)
  if (arms.some(({ n }) => n < leastUnits)) return 'few_units'
  if (metric.kind === 'ratio' && arms.some(hasThinDenominator)) return 'few_denominators'
  if (all.y.m2 === 0) return 'no_variance'
  if (metric.kind === 'conversion' && arms.some((arm) => hasFewConversions(arm, all))) return 'few_conversions'
  if (metric.kind !== 'conversion' && arms.some((arm) => isDominated('y', arm, all))) return 'dominated'
  if (metric.kind === 'ratio' && all.x.m2 > 0 && arms.some((arm) => isDominated('x', arm, all))) return 'dominated'
  const contrast = contrastOf(metric, control, treatment)
  if (!contrast) return 'few_denominators'
  return differenceAt(contrast).variance > 0 ? undefined : 'no_variance'
}

const hasThinDenominator = ({ n, x }: Moments): boolean =>
  !(sampleVariance(n, x.m2) / n <= (mostVariation * x.mean) ** 2) || x.mean === 0

const hasFewConversions = (arm: Moments, all: Moments): boolean =>
  [1, 0].some((side) => {
    const sideOf = ({ n, y }: Moments) => n * (side === 1 ? y.mean : 1 - y.mean)
    return Math.round(sideOf(arm)) < leastConversions && (sideOf(all) * arm.n) / all.n < expectedSpikes
  })

const isDominated = (of: 'y' | 'x', arm: Moments, all: Moments): boolean =>
  spikesIn(arm[of]) < leastSpikes && (spikesIn(all[of]) * arm.n) / all.n < expectedSpikes

/** The number of units as far from the mean as the furthest that would account for all of M2. */
const spikesIn = ({ mean, m2, least, most }: Values): number => {
  const furthest = Math.max(most - mean, mean - least)
  return furthest > 0 ? m2 / furthest ** 2 : 0
}
