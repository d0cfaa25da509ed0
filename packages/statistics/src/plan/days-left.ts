import { type Question, sampleSize } from './sample-size.ts'

/** Days until as many units as are needed will have been counted, at this rate; null where that is never. */
export const daysLeft = (question: Question, countedUnits: number, unitsPerDay: number): number | null => {
  const needed = sampleSize(question)
  if (needed === null || !(unitsPerDay > 0)) return null
  return Math.max(0, Math.ceil((needed - countedUnits) / unitsPerDay))
}
