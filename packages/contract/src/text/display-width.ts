const graphemes = new Intl.Segmenter()
const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u

const widthOf = (grapheme: string): number => (wide.test(grapheme) ? 2 : 1)

/** The number of columns that a text takes in a terminal. */
export const displayWidth = (text: string): number => {
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += widthOf(segment)
  return width
}

/** Cuts a text to a maximum number of columns, and marks the cut with `…`. */
export const cutTo = (text: string, max: number): string => {
  if (displayWidth(text) <= max) return text
  let cut = ''
  let width = 1
  for (const { segment } of graphemes.segment(text)) {
    width += widthOf(segment)
    if (width > max) break
    cut += segment
  }
  return `${cut}…`
}
