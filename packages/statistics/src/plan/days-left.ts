import { type Question, sampleSize } from './sample-size.ts'

/** Days until enough units are counted at this rate; null if that never happens. */
export const daysLeft = (question: Question, countedUnits: number, unitsPerDay: number): number | null => {
  const needed = sampleSize(question)
  if (needed === null || !(unitsPerDay > 0)) return null
  return Math.max(0, Math.ceil((needed - countedUnits) / unitsPerDay))
}
