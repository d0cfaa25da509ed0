/** `1,000`: nobody can tell whether that is one or a thousand. */
const thousands = /^[+-]?[1-9]\d{0,2}(,\d{3})+$/

/** The typed number, with a point or a comma. Any other text stays as it is, so that nothing typed is lost. */
export const readNumber = (text: string): number | string => {
  const trimmed = text.trim()
  const value = Number(trimmed.replace(',', '.'))
  return trimmed === '' || thousands.test(trimmed) || !Number.isFinite(value) ? text : value
}
