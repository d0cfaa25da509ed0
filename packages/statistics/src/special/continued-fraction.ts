const tiny = 1e-300
const most = 200_000

/** b(0) + a(1)/(b(1) + a(2)/(b(2) + …)), by Lentz's method as Thompson and Barnett (1986) modified it. */
export const continuedFraction = (a: (step: number) => number, b: (step: number) => number): number => {
  let value = b(0) || tiny
  let above = value
  let below = 0
  for (let step = 1; step <= most; step++) {
    below = 1 / (b(step) + a(step) * below || tiny)
    above = b(step) + a(step) / above || tiny
    const factor = above * below
    value *= factor
    if (Math.abs(factor - 1) < Number.EPSILON) break
  }
  return value
}
