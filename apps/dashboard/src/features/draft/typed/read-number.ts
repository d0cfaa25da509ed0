/** Numbers such as `1,000` are ambiguous: one or a thousand. */
const thousands = /^[+-]?[1-9]\d{0,2}(,\d{3})+$/

/** Parses a number with a point or a comma. Any other text is kept as it is, so that no input is lost. */
export const readNumber = (text: string): number | string => {
  const trimmed = text.trim()
  const value = Number(trimmed.replace(',', '.'))
  return trimmed === '' || thousands.test(trimmed) || !Number.isFinite(value) ? text : value
}
