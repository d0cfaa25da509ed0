/** Search words, in any order and any case. */
export const wordsOf = (typed: string): readonly string[] => typed.toLowerCase().split(/\s+/).filter(Boolean)

/** Joins several texts into one to search. Line breaks between them keep a word from matching across two texts. */
export const searchText = (texts: readonly (string | null | undefined)[]): string =>
  texts
    .filter((text) => text)
    .join('\n')
    .toLowerCase()

/** Tells whether the text contains every word. */
export const hasWords = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word))

/**
 * How well something matches the typed text: 0 is best, -1 is no match. In this order: the name begins with it; all words
 * are at the beginnings of the name's words; all are anywhere in the name; some are only in the rest, such as a key or a
 * tag.
 */
export const rankByWords = (name: string, rest: readonly (string | null | undefined)[], typed: string): number => {
  const words = wordsOf(typed)
  const lowerName = name.toLowerCase()
  if (lowerName.startsWith(words.join(' '))) return 0
  const begins = `\n${lowerName.replace(/[\s\-_./:(]+/g, '\n')}`
  if (words.every((word) => begins.includes(`\n${word}`))) return 1
  if (hasWords(lowerName, words)) return 2
  return hasWords(searchText([name, ...rest]), words) ? 3 : -1
}
