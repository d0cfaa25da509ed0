import { betaKernel, regularizedBeta } from './beta.ts'
import { normalQuantile } from './normal.ts'

/** df/(df + t²) and its complement, computed without overflow. */
const sharesOf = (t: number, degreesOfFreedom: number): [x: number, y: number] => {
  const square = (t / Math.sqrt(degreesOfFreedom)) ** 2
  return [1 / (1 + square), 1 / (1 + 1 / square)]
}

/** The probability of a t further from 0: I_x(df/2, 1/2) at x = df/(df + t²) (Abramowitz & Stegun 26.7.1). */
export const studentTail = (t: number, degreesOfFreedom: number): number => {
  const [x, y] = sharesOf(t, degreesOfFreedom)
  return regularizedBeta(x, y, degreesOfFreedom / 2, 0.5)
}

/** The t whose two-sided tail is alpha, by Newton's method on ln tail over ln t, starting from the normal quantile. */
export const studentCritical = (alpha: number, degreesOfFreedom: number): number => {
  if (alpha >= 1) return 0
  let t = -normalQuantile(alpha / 2)
  for (let step = 0; step < 100; step++) {
    const tail = studentTail(t, degreesOfFreedom)
    const [x, y] = sharesOf(t, degreesOfFreedom)
    const slope = (-2 * betaKernel(x, y, degreesOfFreedom / 2, 0.5)) / tail
    const change = (Math.log(tail) - Math.log(alpha)) / slope
    t *= Math.exp(-change)
    if (Math.abs(change) < 1e-15) break
  }
  return t
}
