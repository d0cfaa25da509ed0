import { type Moments, residue, sampleVariance } from '../moments/moments.ts'
import type { MetricKind } from './metric.ts'

/** The estimate of one variant. The variance is that of one unit, so the variance of the mean is variance/n. */
export type Arm = { n: number; mean: number; variance: number }

/** The estimate of a variant; null if a ratio's denominator is zero. */
export const armOf = (kind: MetricKind, moments: Moments): Arm | null =>
  kind === 'ratio' ? ratioArm(moments) : meanArm(moments)

const meanArm = ({ n, y }: Moments): Arm => ({ n, mean: y.mean, variance: sampleVariance(n, y.m2) })

/** R = ȳ/x̄ by the delta method: a ratio has the variance of the mean of (y − R·x)/x̄ (Deng, Knoblich & Lu 2018). */
const ratioArm = ({ n, y, x, xy }: Moments): Arm | null => {
  const mean = y.mean / x.mean
  const m2 = residue(y.m2, mean * xy, mean * mean * x.m2) / (x.mean * x.mean)
  return Number.isFinite(mean) && Number.isFinite(m2) ? { n, mean, variance: sampleVariance(n, m2) } : null
}
