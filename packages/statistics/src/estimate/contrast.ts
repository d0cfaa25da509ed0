import { type Moments, residue, sampleVariance } from '../moments/moments.ts'
import { type Arm, armOf } from './arm.ts'
import type { Metric } from './metric.ts'

/**
 * A treatment compared with control. With CUPED (Deng, Xu, Kohavi & Walker 2013) the treatment's mean is adjusted by the
 * difference of the arms before exposure, ȳ_T − θ(x̄_T − x̄_C). Control's own mean stays, since a lift is relative to it.
 * Control's x then belongs to the treatment's side, so both sides of a lift are correlated.
 */
export type Contrast = {
  control: Arm
  treatment: Arm
  /** The factor θ; 0 without adjustment. */
  theta: number
  /** In control: θ times the covariance of y and x, and θ² times the variance of x. */
  covariance: number
  explained: number
}

export const contrastOfArms = (control: Arm, treatment: Arm): Contrast => ({
  control,
  treatment,
  theta: 0,
  covariance: 0,
  explained: 0,
})

/** The comparison; null if a ratio's denominator is zero. */
export const contrastOf = (metric: Metric, control: Moments, treatment: Moments): Contrast | null => {
  const [c, t] = [armOf(metric.kind, control), armOf(metric.kind, treatment)]
  if (!c || !t) return null
  return metric.adjust && metric.kind !== 'ratio' ? adjusted(control, treatment) : contrastOfArms(c, t)
}

const adjusted = (control: Moments, treatment: Moments): Contrast => {
  const [c, t] = [control, treatment]
  // Pooled within the arms: over both arms together, θ would mistake a part of the effect for a difference beforehand.
  const theta = c.x.m2 + t.x.m2 > 0 ? (c.xy + t.xy) / (c.x.m2 + t.x.m2) : 0
  return {
    control: { n: c.n, mean: c.y.mean, variance: sampleVariance(c.n, c.y.m2) },
    treatment: {
      n: t.n,
      mean: t.y.mean - theta * (t.x.mean - c.x.mean),
      variance: sampleVariance(t.n, residue(t.y.m2, theta * t.xy, theta * theta * t.x.m2)),
    },
    theta,
    covariance: sampleVariance(c.n, theta * c.xy),
    explained: sampleVariance(c.n, theta * theta * c.x.m2),
  }
}

/** The variance of control's side if the treatment's mean is compared with `times` control's mean. */
const controlVariance = ({ control, covariance, explained }: Contrast, times: number): number =>
  residue(times * times * control.variance, times * covariance, explained) / control.n

/** The treatment's mean minus `times` control's mean, and the square of its standard error. */
export const differenceAt = (contrast: Contrast, times = 1): { value: number; variance: number } => ({
  value: contrast.treatment.mean - times * contrast.control.mean,
  variance: contrast.treatment.variance / contrast.treatment.n + controlVariance(contrast, times),
})

export const unitsOf = ({ control, treatment }: Contrast): number => control.n + treatment.n

/** The degrees of freedom of the difference by Welch (Welch 1947, Satterthwaite 1946). */
export const degreesOfFreedom = (contrast: Contrast): number => {
  const t = contrast.treatment.variance / contrast.treatment.n
  const c = controlVariance(contrast, 1)
  return (t + c) ** 2 / (t ** 2 / (contrast.treatment.n - 1) + c ** 2 / (contrast.control.n - 1))
}
