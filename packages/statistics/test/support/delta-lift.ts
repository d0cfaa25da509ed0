import { type Contrast, differenceAt } from '../../src/estimate/contrast.ts'

/**
 * The relative difference by the delta method. Other tools use it, and their published figures check the parts that
 * theirs and ours share. The product's own lift uses Fieller's method.
 */
export const deltaLift = (contrast: Contrast, q: number) => {
  const { control, treatment, covariance, explained } = contrast
  const adjusted = control.variance - 2 * covariance + explained
  const lift = differenceAt(contrast).value / control.mean
  const standardError = Math.sqrt(
    treatment.variance / treatment.n / control.mean ** 2 +
      ((adjusted / control.n) * treatment.mean ** 2) / control.mean ** 4,
  )
  return { lift, standardError, low: lift - q * standardError, high: lift + q * standardError }
}
