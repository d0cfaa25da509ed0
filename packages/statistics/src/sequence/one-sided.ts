import { logNormalCdf, logScaledNormalCdf } from '../special/normal.ts'
import { tuning } from './mixture.ts'

/** The scale at which the one-sided mixture is narrowest after v: the two-sided one's at 2α (arXiv 1810.08240). */
export const oneSidedScale = (alpha: number, v: number): number => v / tuning(2 * alpha)

/** ln e against "the sum s, of variance v, does not drift upwards": the mixture over half of a normal (Howard et al. 2021). */
export const oneSidedLogEvidence = (s: number, v: number, rho: number): number => {
  const w = s / Math.sqrt(v + rho)
  // For negative w, w²/2 and ln Φ(w) are large and would cancel.
  const log = w < 0 ? logScaledNormalCdf(w) : 0.5 * w * w + logNormalCdf(w)
  return 0.5 * Math.log((4 * rho) / (v + rho)) + log
}
