/** Search words, in any order and any case. */
export const wordsOf = (typed: string): readonly string[] => typed.toLowerCase().split(/\s+/).filter(Boolean)

/** Several texts as one that is looked through. No word goes over the end of a line. */
export const searchText = (texts: readonly (string | null | undefined)[]): string =>
  texts
    .filter((text) => text)
    .join('\n')
    .toLowerCase()

/** Whether every word is in it. */
export const hasWords = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word))

/**
 * How well something fits what was typed, best first, -1 where it does not: its name begins so, or has all the words at
 * the beginnings of its own, or anywhere; the last is that the rest is needed for it, such as a key or a tag.
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
