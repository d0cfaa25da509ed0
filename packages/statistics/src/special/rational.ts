/** A quotient of two polynomials, whose coefficients begin with the highest power. */
export type Rational = { p: readonly number[]; q: readonly number[] }

export const rational = ({ p, q }: Rational, x: number): number => polynomial(p, x) / polynomial(q, x)

const polynomial = (coefficients: readonly number[], x: number): number => {
  let sum = 0
  for (const coefficient of coefficients) sum = sum * x + coefficient
  return sum
}
