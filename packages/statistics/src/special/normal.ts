import { erfc, scaledErfc } from './erfc.ts'
import { rational } from './rational.ts'

/** Φ(x): the probability that a standard normal variable is at most x. */
export const normalCdf = (x: number): number => 0.5 * erfc(-x * Math.SQRT1_2)

/** ½x² + ln Φ(x) for x ≤ 0. The two terms are not computed separately, since they could cancel to no digits at all. */
export const logScaledNormalCdf = (x: number): number => Math.log(0.5 * scaledErfc(-x * Math.SQRT1_2))

/** ln Φ(x), even if Φ(x) is below the smallest double. */
export const logNormalCdf = (x: number): number =>
  x > 0 ? Math.log1p(-normalCdf(-x)) : logScaledNormalCdf(x) - 0.5 * x * x

// M. J. Wichura, "Algorithm AS 241: the percentage points of the normal distribution", Applied Statistics 37 (1988),
// PPND16: about sixteen digits.

const central = {
  p: [
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946, 1971.5909503065513,
    133.14166789178438, 3.3871328727963665,
  ],
  q: [
    5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579,
    42.31333070160091, 1,
  ],
}
const near = {
  p: [
    7.745450142783414e-4, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
    5.769497221460691, 4.630337846156546, 1.4234371107496835,
  ],
  q: [
    1.0507500716444169e-9, 5.475938084995345e-4, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
    1.6763848301838038, 2.053191626637759, 1,
  ],
}
const far = {
  p: [
    2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487,
    1.7848265399172913, 5.463784911164114, 6.657904643501103,
  ],
  q: [
    2.0442631033899397e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 7.868691311456133e-4, 0.014875361290850615,
    0.1369298809227358, 0.599832206555888, 1,
  ],
}

/** Φ⁻¹(p) for 0 < p < 1. */
export const normalQuantile = (p: number): number => {
  const q = p - 0.5
  if (Math.abs(q) <= 0.425) return q * rational(central, 0.180625 - q * q)
  const r = Math.sqrt(-Math.log(q < 0 ? p : 1 - p))
  const size = r <= 5 ? rational(near, r - 1.6) : rational(far, r - 5)
  return q < 0 ? -size : size
}
