import { armOf } from '../estimate/arm.ts'
import { type Contrast, contrastOf, contrastOfArms, differenceAt } from '../estimate/contrast.ts'
import type { Metric } from '../estimate/metric.ts'
import { type Shortage, shortageOf } from '../estimate/shortage.ts'
import type { Moments } from '../moments/moments.ts'
import { type FixedReading, readFixed } from '../read/fixed.ts'
import { chooseReading } from '../read/hybrid.ts'
import { type Reading, readSequence } from '../read/sequence.ts'
import { type Verdict, verdictOf } from '../read/verdict.ts'
import type { Levels, Method } from '../sequence/levels.ts'

/** The figures of a variant; null if a ratio's denominator is zero. */
export type VariantFigures = { n: number; mean: number | null; deviation: number | null }

export const figuresOf = (metric: Metric, moments: Moments): VariantFigures => {
  const arm = moments.n > 0 ? armOf(metric.kind, moments) : null
  return { n: moments.n, mean: arm?.mean ?? null, deviation: arm && Math.sqrt(arm.variance) }
}

export type TreatmentReading = Omit<Reading, 'chanceAbove'> & {
  /** The probability of being better in the metric's direction. It decides nothing. */
  chance: number
  /** How much narrower the adjustment for earlier behaviour makes the interval, from 0 to 1. */
  narrower: number
}

export type TreatmentResult =
  | { status: Shortage; reading: null; verdict: 'not_enough' }
  | { status: 'enough'; reading: TreatmentReading; verdict: Verdict }

/** The parameters for judging a metric. */
export type Judgement = {
  method: Method
  levels: Levels
  expectedUnits: number
  minimumEffect: number
  /** The fixed reading of the planned end. */
  kept?: FixedReading | undefined
}

export const readTreatment = (
  metric: Metric,
  control: Moments,
  treatment: Moments,
  { method, levels, expectedUnits, minimumEffect, kept }: Judgement,
): TreatmentResult => {
  const status = shortageOf(metric, control, treatment)
  const contrast = contrastOf(metric, control, treatment)
  if (status || !contrast) return { status: status ?? 'few_denominators', reading: null, verdict: 'not_enough' }
  const sequence = readSequence(contrast, levels.sequence, expectedUnits)
  const chosen = kept ? (method === 'fixed' ? { ...sequence, ...kept } : chooseReading(sequence, kept)) : sequence
  const { chanceAbove, ...reading } = chosen
  const chance = metric.direction === 'increase' ? chanceAbove : 1 - chanceAbove
  const narrower = narrowerBy(contrast, metric, control, treatment)
  // A fixed test has no verdict before its end: until then its sequence is only for information.
  const isOpen = method === 'fixed' && !kept
  const verdict = isOpen ? 'unclear' : verdictOf(chosen, metric.direction, minimumEffect)
  return { status: 'enough', reading: { ...reading, chance, narrower }, verdict }
}

/** The fixed reading of the planned end, to be kept; undefined if there is not enough data. */
export const readPlannedEnd = (
  metric: Metric,
  control: Moments,
  treatment: Moments,
  { fixed }: Levels,
): FixedReading | undefined => {
  const contrast = contrastOf(metric, control, treatment)
  if (fixed === null || !contrast || shortageOf(metric, control, treatment)) return undefined
  return readFixed(contrast, fixed)
}

const narrowerBy = (contrast: Contrast, metric: Metric, control: Moments, treatment: Moments): number => {
  const [c, t] = [armOf(metric.kind, control), armOf(metric.kind, treatment)]
  if (contrast.theta === 0 || !c || !t) return 0
  const plain = differenceAt(contrastOfArms(c, t)).variance
  return Math.max(0, 1 - Math.sqrt(differenceAt(contrast).variance / plain))
}
