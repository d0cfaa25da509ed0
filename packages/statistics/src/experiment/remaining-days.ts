import { contrastOf } from '../estimate/contrast.ts'
import type { Moments } from '../moments/moments.ts'
import { daysLeft } from '../plan/days-left.ts'
import type { Design } from './design.ts'

/** What an experiment is planned to find with: as everywhere where nobody says otherwise. */
const power = 0.8

/** Days until the last treatment would have shown the effect asked for, with what control varies by now. */
export const remainingDays = (
  design: Design,
  unitsPerDay: number,
  momentsOf: (metric: string, variant: string) => Moments,
): number | null => {
  const { primary, control, treatments, shares } = design
  const total = [control, ...treatments].reduce((sum, variant) => sum + (shares[variant] ?? 0), 0)
  const each = treatments.map((variant) => {
    const contrast = contrastOf(primary, momentsOf(primary.key, control), momentsOf(primary.key, variant))
    if (!contrast || contrast.control.n === 0) return null
    const compared = (shares[control] ?? 0) + (shares[variant] ?? 0)
    const question = {
      ...design,
      ...primary,
      mean: contrast.control.mean,
      variance: Math.max(0, contrast.control.variance - 2 * contrast.covariance + contrast.explained),
      power,
      treatments: treatments.length,
      controlShare: (shares[control] ?? 0) / compared,
    }
    return daysLeft(question, contrast.control.n + contrast.treatment.n, (unitsPerDay * compared) / total)
  })
  return each.reduce(
    (longest, days) => (longest === null || days === null ? null : Math.max(longest, days)),
    0 as number | null,
  )
}
