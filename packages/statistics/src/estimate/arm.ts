import { type Moments, residue, sampleVariance } from '../moments/moments.ts'
import type { MetricKind } from './metric.ts'

/** One variant's estimate: the variance is that of one unit, so that the mean's is variance/n. */
export type Arm = { n: number; mean: number; variance: number }

/** Null where a ratio has nothing to divide by. */
export const armOf = (kind: MetricKind, moments: Moments): Arm | null =>
  kind === 'ratio' ? ratioArm(moments) : meanArm(moments)

const meanArm = ({ n, y }: Moments): Arm => ({ n, mean: y.mean, variance: sampleVariance(n, y.m2) })

/**
 * R = ȳ/x̄ by the delta method: a ratio varies as the mean of (y − R·x)/x̄ does (Deng, Knoblich & Lu 2018).
 */
const ratioArm = ({ n, y, x, xy }: Moments): Arm | null => {
  const mean = y.mean / x.mean
  const m2 = residue(y.m2, mean * xy, mean * mean * x.m2) / (x.mean * x.mean)
  return Number.isFinite(mean) && Number.isFinite(m2) ? { n, mean, variance: sampleVariance(n, m2) } : null
}
