import { type Contrast, differenceAt, unitsOf } from '../estimate/contrast.ts'
import { chanceAbove, evidenceOf, logEvidence, pOf, priorRatio, sequenceMultiplier } from '../sequence/mixture.ts'
import { type Interval, liftOf } from './lift.ts'

/** The effect of a treatment on a metric, with an interval that is valid by this method. */
export type Reading = {
  method: 'sequential' | 'fixed'
  difference: Interval
  lift: Interval | null
  p: number
  /** The e-value; at most 1e300. */
  evidence: number
  /** The probability that the treatment's mean is above control's. */
  chanceAbove: number
}

/** A reading that is valid at all looks together. Interval, p and evidence always agree. */
export const readSequence = (contrast: Contrast, alpha: number, expectedUnits: number): Reading => {
  const { value, variance } = differenceAt(contrast)
  const standardError = Math.sqrt(variance)
  const z = value / standardError
  const k = priorRatio(alpha, unitsOf(contrast), expectedUnits)
  const q = sequenceMultiplier(alpha, k)
  const evidence = evidenceOf(logEvidence(z, k))
  return {
    method: 'sequential',
    difference: { value, low: value - q * standardError, high: value + q * standardError },
    lift: liftOf(contrast, q),
    p: pOf(evidence),
    evidence,
    chanceAbove: chanceAbove(z, k),
  }
}
