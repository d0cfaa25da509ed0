import { type Moments, noMoments } from '../moments/moments.ts'
import type { FixedReading } from '../read/fixed.ts'
import { levelsOf } from '../sequence/levels.ts'
import { type MomentsOf, own, type PerVariant } from './data.ts'
import type { Design } from './design.ts'
import { readPlannedEnd, readTreatment, type TreatmentResult } from './read-metric.ts'

/** Judges the primary metric by the experiment's method and its part of α. */
export const readPrimary = (
  { primary, control, treatments, confidence, method, expectedUnits, minimumEffect }: Design,
  kept: PerVariant<FixedReading> | undefined,
  variant: string,
  momentsOf: MomentsOf,
): TreatmentResult =>
  readTreatment(primary, momentsOf(primary.key, control), momentsOf(primary.key, variant), {
    method,
    levels: levelsOf(confidence, treatments.length, method),
    expectedUnits,
    minimumEffect,
    kept: own(kept, variant),
  })

/** The readings to keep at the planned end: the fixed one of the primary metric, by treatment. */
export const readKept = (design: Design, moments: PerVariant<Moments>): Record<string, FixedReading> => {
  const levels = levelsOf(design.confidence, design.treatments.length, design.method)
  const control = own(moments, design.control) ?? noMoments
  const entries = design.treatments.flatMap((variant): [string, FixedReading][] => {
    const reading = readPlannedEnd(design.primary, control, own(moments, variant) ?? noMoments, levels)
    return reading ? [[variant, reading]] : []
  })
  return Object.fromEntries(entries)
}
