import { type Contrast, differenceAt } from '../../src/estimate/contrast.ts'

/**
 * The relative difference by the delta method, as others have it, whose published figures hold the parts to account that theirs
 * and ours have in common. The product's own lift is Fieller's.
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
