/** A number in decimal notation: `digits` times ten to the power of `exponent`. */
export type Decimal = { readonly digits: bigint; readonly exponent: number }

export function decimalOf(value: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}

/** Compares in decimal, since 0.3 is not a multiple of 0.1 in binary. */
export function isMultiple(value: Decimal, of: Decimal): boolean {
  const least = Math.min(value.exponent, of.exponent)
  return scaled(value, least) % scaled(of, least) === 0n
}

const scaled = ({ digits, exponent }: Decimal, to: number): bigint => digits * 10n ** BigInt(exponent - to)
