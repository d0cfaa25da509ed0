/** `1,000`: nobody can tell whether that is one or a thousand. */
const thousands = /^[+-]?[1-9]\d{0,2}(,\d{3})+$/

/** The number that was typed, with a point or a comma. What is none stays the text, so that nothing vanishes. */
export const readNumber = (text: string): number | string => {
  const trimmed = text.trim()
  const value = Number(trimmed.replace(',', '.'))
  return trimmed === '' || thousands.test(trimmed) || !Number.isFinite(value) ? text : value
}
