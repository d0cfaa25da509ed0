import type { Arm } from '../../src/estimate/arm.ts'
import { addUnit, type Moments, mergeMoments, noMoments, type Values } from '../../src/index.ts'

type Sums = { n: number; y: number; yy: number; x?: number; xx?: number; xy?: number }
type Ratio = { n: number; m: number; mm: number; d: number; dd: number; md: number }
export type GivenArm = { sums: Sums } | { share: { of: number; successes: number } } | { ratio: Ratio }

const valuesOf = (n: number, sum: number, squares: number): Values => ({
  mean: sum / n,
  m2: squares - (sum * sum) / n,
  least: 0,
  most: 0,
})

export const momentsOfSums = ({ n, y, yy, x = 0, xx = 0, xy = 0 }: Sums): Moments => ({
  n,
  y: valuesOf(n, y, yy),
  x: valuesOf(n, x, xx),
  xy: xy - (x * y) / n,
})

export const momentsOfRatio = ({ n, m, mm, d, dd, md }: Ratio): Moments =>
  momentsOfSums({ n, y: m, yy: mm, x: d, xx: dd, xy: md })

export const momentsOfValues = (y: readonly number[], x: readonly number[] = []): Moments =>
  y.reduce((moments, value, at) => addUnit(moments, value, x[at] ?? 0), noMoments)

/** Uses the variance p(1 − p) of a share, like the sources of these figures; the product itself divides by n − 1. */
export const armOfShare = (successes: number, of: number): Arm => {
  const mean = successes / of
  return { n: of, mean, variance: mean * (1 - mean) }
}

/** Conversions in the form in which the product counts them. */
export const conversions = (converted: number, n: number): Moments => {
  const mean = n > 0 ? converted / n : 0
  const values = { mean, m2: converted * (1 - mean), least: converted < n ? 0 : 1, most: converted > 0 ? 1 : 0 }
  return n > 0 ? { ...noMoments, n, y: values } : noMoments
}

export const mergeAll = (pieces: readonly Moments[]): Moments => pieces.reduce(mergeMoments, noMoments)
