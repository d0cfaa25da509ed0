import type { FixedReading } from './fixed.ts'
import type { Reading } from './sequence.ts'

const excludesZero = ({ difference: { low, high } }: FixedReading | Reading): boolean => low > 0 || high < 0
const widthOf = ({ difference: { low, high } }: FixedReading | Reading): number => high - low

/**
 * The reading of a hybrid to go by, of its sequence and of the fixed read that was kept at the planned end. Both hold together
 * with the experiment's confidence, so either may be chosen by what it says: the kept one where it decided, else the sequence
 * where that does, else the narrower.
 */
export const chooseReading = (sequence: Reading, kept: FixedReading): Reading => {
  const isKept = excludesZero(kept) || (!excludesZero(sequence) && widthOf(kept) <= widthOf(sequence))
  return isKept ? { ...sequence, ...kept } : sequence
}
