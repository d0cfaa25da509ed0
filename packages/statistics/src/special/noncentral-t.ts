import { regularizedBeta } from './beta.ts'
import { normalCdf } from './normal.ts'
import { logGamma } from './stirling.ts'

/**
 * The probability that noncentral t is at most t (R. V. Lenth, "Algorithm AS 243", Applied Statistics 38, 1989): Poisson
 * weights times beta functions.
 */
export const noncentralCdf = (t: number, degreesOfFreedom: number, noncentrality: number): number => {
  if (t < 0) return 1 - noncentralCdf(-t, degreesOfFreedom, -noncentrality)
  const square = t * t
  const [x, y] = [square / (square + degreesOfFreedom), degreesOfFreedom / (square + degreesOfFreedom)]
  const mean = noncentrality ** 2 / 2
  const last = Math.ceil(mean + 40 * Math.sqrt(mean + 1))
  let sum = 0
  for (let j = 0; j <= last && mean > 0; j++) {
    const log = j * Math.log(mean) - mean
    const even = Math.exp(log - logGamma(j + 1))
    const odd = (noncentrality / Math.SQRT2) * Math.exp(log - logGamma(j + 1.5))
    sum += even * regularizedBeta(x, y, j + 0.5, degreesOfFreedom / 2)
    sum += odd * regularizedBeta(x, y, j + 1, degreesOfFreedom / 2)
  }
  if (mean === 0) sum = regularizedBeta(x, y, 0.5, degreesOfFreedom / 2)
  return Math.min(1, normalCdf(-noncentrality) + sum / 2)
}
