import { type Contrast, differenceAt, unitsOf } from '../estimate/contrast.ts'
import type { Direction } from '../estimate/metric.ts'
import { evidenceOf, priorRatio, sequenceMultiplier } from '../sequence/mixture.ts'
import { oneSidedLogEvidence, oneSidedScale } from '../sequence/one-sided.ts'

export type GuardrailStatus = 'safe' | 'crossed' | 'unclear' | 'not_enough'
export type GuardrailReading = { status: GuardrailStatus; evidence: number }

export type Guardrail = {
  direction: Direction
  /** The share of control's mean that may be lost, 0 to 1. */
  worseBy: number
  alpha: number
  expectedUnits: number
  /** Guardrails times treatments: a harmless experiment crosses none of them with probability 1 − α. */
  comparisons: number
  /** The strongest evidence so far: once crossed it stays crossed, as Ville's inequality covers all looks. */
  evidenceBefore?: number
}

/** Tests at every look, one-sided, whether the treatment is worse than control by more than is tolerated. */
export const readGuardrail = (contrast: Contrast, guardrail: Guardrail): GuardrailReading => {
  const { direction, worseBy, alpha, expectedUnits, comparisons, evidenceBefore = 0 } = guardrail
  const harm = direction === 'increase' ? -1 : 1
  // For a negative mean the tolerance is that share of its absolute value.
  const times = 1 + harm * worseBy * Math.sign(contrast.control.mean)
  const { value, variance } = differenceAt(contrast, times)
  const units = unitsOf(contrast)
  const z = (harm * value) / Math.sqrt(variance)
  const log = oneSidedLogEvidence(z * Math.sqrt(units), units, oneSidedScale(alpha, expectedUnits))
  const evidence = Math.max(evidenceBefore, evidenceOf(log))
  if (evidence >= comparisons / alpha) return { status: 'crossed', evidence }
  const isSafe = z < -sequenceMultiplier(alpha, priorRatio(alpha, units, expectedUnits))
  return { status: isSafe ? 'safe' : 'unclear', evidence }
}
