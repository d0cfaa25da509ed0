export const halfLogTwoPi = 0.9189385332046728

/** Bernoulli numbers divided by 2k(2k − 1): the coefficients of 1/x, 1/x³, 1/x⁵, … */
const series = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360_360, 1 / 156, -3617 / 122_400]

/**
 * The error of Stirling's formula for ln Γ(x): Binet's function (Abramowitz & Stegun 6.1.41). Differences of ln Γ at large
 * arguments are computed from this and from logarithms of ratios, since ln Γ itself would cancel.
 */
export const stirlingError = (x: number): number => {
  let shifted = x
  let error = 0
  // Γ(x + 1) = x·Γ(x) is applied until the series is exact to the last digit.
  for (; shifted < 10; shifted++) error += (shifted + 0.5) * Math.log1p(1 / shifted) - 1
  const square = 1 / (shifted * shifted)
  return error + series.reduceRight((sum, coefficient) => sum * square + coefficient, 0) / shifted
}

/** ln Γ(x) for x > 0. */
export const logGamma = (x: number): number => (x - 0.5) * Math.log(x) - x + halfLogTwoPi + stirlingError(x)

/** ln of `value`, which is 1 + `offset`: near 1 the offset is more exact. */
export const logNearOne = (value: number, offset: number): number =>
  Math.abs(offset) < 0.5 ? Math.log1p(offset) : Math.log(value)
