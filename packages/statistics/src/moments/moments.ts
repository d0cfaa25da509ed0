/** Of one value a unit: its mean, the sum of squared distances from it (M2), and its extremes. */
export type Values = { mean: number; m2: number; least: number; most: number }

/**
 * All that is kept of any number of units: two values each, and their co-moment Σ(y − ȳ)(x − x̄). y is what a metric says of
 * a unit. x is the same before its exposure (CUPED), or the denominator of a ratio, or 0.
 */
export type Moments = { n: number; y: Values; x: Values; xy: number }

const none: Values = { mean: 0, m2: 0, least: 0, most: 0 }

export const noMoments: Moments = { n: 0, y: none, x: none, xy: 0 }

/** s², by n − 1: 0 where one unit or none says nothing of it. */
export const sampleVariance = (n: number, m2: number): number => (n > 1 ? m2 / (n - 1) : 0)

/** A Σ(y − x)² below this share of Σy² + Σx² is rounding: y is x, and nothing varies. */
const rounding = 1e-13

/** Σ(y − x)² of centred values, by their own moments: what x leaves of y. */
export const residue = (yy: number, xy: number, xx: number): number => {
  const left = yy - 2 * xy + xx
  return left > rounding * (yy + xx) ? left : 0
}
