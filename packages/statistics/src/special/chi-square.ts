import { continuedFraction } from './continued-fraction.ts'
import { halfLogTwoPi, logNearOne, stirlingError } from './stirling.ts'

/** x^a·e^(−x)/Γ(a), by Stirling's formula, so that large terms do not cancel. */
const kernel = (a: number, x: number): number =>
  Math.exp(a * logNearOne(x / a, (x - a) / a) + (a - x) + 0.5 * Math.log(a) - halfLogTwoPi - stirlingError(a))

/** The regularized lower gamma function P(a, x) by its series (DLMF 8.11.4), for x < a + 1. */
const lowerSeries = (a: number, x: number): number => {
  let term = 1 / a
  let sum = term
  for (let step = 1; term > sum * Number.EPSILON; step++) {
    term *= x / (a + step)
    sum += term
  }
  return kernel(a, x) * sum
}

/** The regularized upper gamma function Q(a, x) by its continued fraction (Numerical Recipes 6.2.7), for x ≥ a + 1. */
const upperFraction = (a: number, x: number): number =>
  kernel(a, x) /
  continuedFraction(
    (step) => -step * (step - a),
    (step) => x + 2 * step + 1 - a,
  )

/** The probability that chi² with these degrees of freedom is above the statistic: Q(df/2, statistic/2). */
export const chiSquareTail = (statistic: number, degreesOfFreedom: number): number => {
  const [a, x] = [degreesOfFreedom / 2, statistic / 2]
  if (!(x > 0) || !(a > 0)) return 1
  return x < a + 1 ? 1 - lowerSeries(a, x) : upperFraction(a, x)
}
