const plainDecimal = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/

/** A finite number, or a text that is a number as JSON writes one. */
export function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && plainDecimal.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
