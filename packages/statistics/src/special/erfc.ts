import { rational } from './rational.ts'

// W. J. Cody, "Rational Chebyshev approximations for the error function", Mathematics of Computation 23 (1969), as in his
// CALERF (netlib/specfun).

const small = {
  p: [0.18577770618460315, 3.1611237438705655, 113.86415415105016, 377.485237685302, 3209.3775891384694],
  q: [1, 23.601290952344122, 244.02463793444417, 1282.6165260773723, 2844.236833439171],
}
const middle = {
  p: [
    2.1531153547440383e-8, 0.5641884969886701, 8.883149794388377, 66.11919063714163, 298.6351381974001,
    881.952221241769, 1712.0476126340707, 2051.0783778260716, 1230.3393547979972,
  ],
  q: [
    1, 15.744926110709835, 117.6939508913125, 537.1811018620099, 1621.3895745666903, 3290.7992357334597,
    4362.619090143247, 3439.3676741437216, 1230.3393548037495,
  ],
}
const large = {
  p: [
    0.016315387137302097, 0.30532663496123236, 0.36034489994980445, 0.12578172611122926, 0.016083785148742275,
    6.587491615298378e-4,
  ],
  q: [1, 2.568520192289822, 1.8729528499234673, 0.5279051029514285, 0.06051834131244132, 0.0023352049762686918],
}
const inverseRootPi = 0.5641895835477563

/** exp(−x²) without losing digits by squaring: x² = s² + (x − s)(x + s) with an s whose square is exact. */
const expMinusSquare = (x: number): number => {
  const s = Math.trunc(x * 16) / 16
  return Math.exp(-s * s) * Math.exp(-(x - s) * (x + s))
}

/** exp(x²)·erfc(x) for x ≥ 0: erfc without the factor that underflows. */
export const scaledErfc = (x: number): number => {
  if (x <= 0.46875) return Math.exp(x * x) * (1 - x * rational(small, x * x))
  if (x <= 4) return rational(middle, x)
  const inverseSquare = 1 / (x * x)
  return (inverseRootPi - inverseSquare * rational(large, inverseSquare)) / x
}

/** 2/√π times the integral of exp(−t²) from x to infinity. */
export const erfc = (x: number): number => {
  const size = Math.abs(x)
  if (size <= 0.46875) return 1 - x * rational(small, x * x)
  // Beyond 27 the result is below the smallest double.
  const tail = size > 27 ? 0 : expMinusSquare(size) * scaledErfc(size)
  return x < 0 ? 2 - tail : tail
}
