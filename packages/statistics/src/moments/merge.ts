import type { Moments, Values } from './moments.ts'

/**
 * Merges moments, in any order and grouping (Chan, Golub & LeVeque 1979). A plain Σy² would lose precision: values around
 * 10⁹ that differ by 1 would have no variance left.
 */
export const mergeMoments = (one: Moments, other: Moments): Moments => {
  const [many, few] = one.n >= other.n ? [one, other] : [other, one]
  if (few.n === 0) return many
  const n = many.n + few.n
  const share = few.n / n
  const [dy, dx] = [few.y.mean - many.y.mean, few.x.mean - many.x.mean]
  return {
    n,
    y: mergeValues(many.y, few.y, dy, share, many.n),
    x: mergeValues(many.x, few.x, dx, share, many.n),
    xy: many.xy + few.xy + dy * dx * share * many.n,
  }
}

const mergeValues = (many: Values, few: Values, apart: number, share: number, n: number): Values => ({
  mean: many.mean + apart * share,
  m2: many.m2 + few.m2 + apart * apart * share * n,
  least: Math.min(many.least, few.least),
  most: Math.max(many.most, few.most),
})
