import { contrastOf } from '../estimate/contrast.ts'
import { daysLeft } from '../plan/days-left.ts'
import { type MomentsOf, own } from './data.ts'
import type { Design } from './design.ts'

/** The power that an experiment is planned for: the usual default. */
const power = 0.8

/** Days until the last treatment would show the minimum effect, by control's current variance. */
export const remainingDays = (design: Design, unitsPerDay: number, momentsOf: MomentsOf): number | null => {
  const { primary, control, treatments, shares } = design
  const shareOf = (variant: string) => own(shares, variant) ?? 0
  const total = [control, ...treatments].reduce((sum, variant) => sum + shareOf(variant), 0)
  const each = treatments.map((variant) => {
    const contrast = contrastOf(primary, momentsOf(primary.key, control), momentsOf(primary.key, variant))
    if (!contrast || contrast.control.n === 0) return null
    const compared = shareOf(control) + shareOf(variant)
    const question = {
      ...design,
      ...primary,
      mean: contrast.control.mean,
      variance: Math.max(0, contrast.control.variance - 2 * contrast.covariance + contrast.explained),
      power,
      treatments: treatments.length,
      controlShare: shareOf(control) / compared,
    }
    return daysLeft(question, contrast.control.n + contrast.treatment.n, (unitsPerDay * compared) / total)
  })
  return each.reduce(
    (longest, days) => (longest === null || days === null ? null : Math.max(longest, days)),
    0 as number | null,
  )
}
