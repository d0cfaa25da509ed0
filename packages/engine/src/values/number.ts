const plainDecimal = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/

/** The number in a text in JSON's notation; undefined for any other text. */
export function readNumber(text: string): number | undefined {
  if (!plainDecimal.test(text)) return undefined
  const number = Number(text)
  return Number.isFinite(number) ? number : undefined
}
