import { continuedFraction } from './continued-fraction.ts'
import { halfLogTwoPi, logNearOne, stirlingError } from './stirling.ts'

/** x^a·y^b/B(a, b) with y = 1 − x, by Stirling's formula, so that large terms do not cancel. */
export const betaKernel = (x: number, y: number, a: number, b: number): number => {
  const offset = a * y - b * x
  const log =
    a * logNearOne((x * (a + b)) / a, -offset / a) +
    b * logNearOne((y * (a + b)) / b, offset / b) +
    0.5 * Math.log((a / (a + b)) * b) -
    halfLogTwoPi +
    (stirlingError(a + b) - stirlingError(a) - stirlingError(b))
  return Math.exp(log)
}

/**
 * The regularized beta function I_x(a, b) by the continued fraction of DiDonato & Morris (TOMS 708, 1992), which is more
 * exact for large a than the usual one (DLMF 8.17.22). Callers pass y = 1 − x more exactly than a subtraction would.
 */
export const regularizedBeta = (x: number, y: number, a: number, b: number): number => {
  if (!(x > 0)) return 0
  if (!(y > 0)) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - fraction(y, x, b, a)
  return fraction(x, y, a, b)
}

const fraction = (x: number, y: number, a: number, b: number): number => {
  // a − (a + b)·x, without cancellation.
  const lambda = a * y - b * x
  const first = (a / (a + 1)) * (lambda + 1)
  const numerator = (n: number): number => {
    const at = a + 2 * n - 1
    return ((a + n - 1) / at) * ((a + b + n - 1) / at) * n * (b - n) * x * x
  }
  const denominator = (n: number): number =>
    n + ((n * (b - n)) / (a + 2 * n - 1)) * x + ((a + n) / (a + 2 * n + 1)) * (lambda + 1 + n * (1 + y))
  return betaKernel(x, y, a, b) / continuedFraction(numerator, (n) => (n === 0 ? first : denominator(n)))
}
