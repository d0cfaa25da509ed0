const plainDecimal = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/

/** A finite number, or a text that is a number as JSON writes one. */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || !plainDecimal.test(value)) return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}
