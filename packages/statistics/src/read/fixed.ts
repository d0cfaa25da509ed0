import { type Contrast, degreesOfFreedom, differenceAt } from '../estimate/contrast.ts'
import { studentCritical, studentTail } from '../special/student.ts'
import { liftOf } from './lift.ts'
import type { Reading } from './sequence.ts'

export type FixedReading = Pick<Reading, 'difference' | 'lift' | 'p'> & { method: 'fixed' }

/** Welch's t-test. It is valid once, at a time chosen beforehand. */
export const readFixed = (contrast: Contrast, alpha: number): FixedReading => {
  const { value, variance } = differenceAt(contrast)
  const standardError = Math.sqrt(variance)
  const df = degreesOfFreedom(contrast)
  const q = studentCritical(alpha, df)
  return {
    method: 'fixed',
    difference: { value, low: value - q * standardError, high: value + q * standardError },
    lift: liftOf(contrast, q),
    p: studentTail(value / standardError, df),
  }
}
