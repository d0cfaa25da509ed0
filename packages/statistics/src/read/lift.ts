import type { Contrast } from '../estimate/contrast.ts'

/** An estimate with its interval. */
export type Interval = { value: number; low: number; high: number }

/**
 * The relative difference by Fieller (1954): all r for which the treatment's mean is within q standard errors of r times
 * control's, so it excludes 0 exactly if the difference does. Null if control's mean cannot be distinguished from 0. It has
 * the sign of the difference even if control's mean is negative.
 */
export const liftOf = (contrast: Contrast, q: number): Interval | null => {
  const { control, treatment, covariance, explained } = contrast
  // a·r² − 2b·r + c = 0, with the variances of the means and, for adjusted means, the part that both sides share.
  const a = control.mean ** 2 - (q * q * control.variance) / control.n
  const b = control.mean * treatment.mean - (q * q * covariance) / control.n
  const c = treatment.mean ** 2 - q * q * (treatment.variance / treatment.n + explained / control.n)
  if (!(a > 0)) return null
  const root = Math.sqrt(Math.max(0, b * b - a * c))
  const ends = [(b - root) / a - 1, (b + root) / a - 1]
  const sign = Math.sign(control.mean)
  const [low = 0, high = 0] = sign > 0 ? ends : ends.map((end) => -end).reverse()
  const value = (treatment.mean - control.mean) / Math.abs(control.mean)
  return [value, low, high].every(Number.isFinite) ? { value, low, high } : null
}
