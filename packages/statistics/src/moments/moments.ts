/** The statistics of one value per unit: its mean, the sum of squared distances from it (M2), and its extremes. */
export type Values = { mean: number; m2: number; least: number; most: number }

/**
 * The summary of any number of units: two values each, and their co-moment Σ(y − ȳ)(x − x̄). y is the metric's value of a
 * unit. x is its value before exposure (CUPED), or the denominator of a ratio, or 0.
 */
export type Moments = { n: number; y: Values; x: Values; xy: number }

const none: Values = { mean: 0, m2: 0, least: 0, most: 0 }

export const noMoments: Moments = { n: 0, y: none, x: none, xy: 0 }

/** s² with the divisor n − 1; 0 for fewer than two units. */
export const sampleVariance = (n: number, m2: number): number => (n > 1 ? m2 / (n - 1) : 0)

/** If Σ(y − x)² is below this share of Σy² + Σx² it is a rounding error: y equals x, and there is no variance. */
const rounding = 1e-13

/** Σ(y − x)² of centred values, from their moments: the part of y that x does not explain. */
export const residue = (yy: number, xy: number, xx: number): number => {
  const left = yy - 2 * xy + xx
  return left > rounding * (yy + xx) ? left : 0
}
