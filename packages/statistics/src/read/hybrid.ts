import type { FixedReading } from './fixed.ts'
import type { Reading } from './sequence.ts'

const excludesZero = ({ difference: { low, high } }: FixedReading | Reading): boolean => low > 0 || high < 0
const widthOf = ({ difference: { low, high } }: FixedReading | Reading): number => high - low

/**
 * Chooses the reading of a hybrid: its sequence, or the fixed reading kept at the planned end. Both hold together with the
 * experiment's confidence, so the choice may depend on their results: the kept one if it decides, else the sequence if it
 * decides, else the narrower one.
 */
export const chooseReading = (sequence: Reading, kept: FixedReading): Reading => {
  const isKept = excludesZero(kept) || (!excludesZero(sequence) && widthOf(kept) <= widthOf(sequence))
  return isKept ? { ...sequence, ...kept } : sequence
}
