const plainDecimal = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/

/** What a text is that is a number as JSON writes one. */
export function readNumber(text: string): number | undefined {
  if (!plainDecimal.test(text)) return undefined
  const number = Number(text)
  return Number.isFinite(number) ? number : undefined
}
