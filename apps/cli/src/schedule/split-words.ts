const pairs: Record<string, string> = { '[': ']', '{': '}' }

/** Splits a text into words. Quotes and brackets keep words together: `rules[Beta users].enabled=true`. */
export const splitWords = (text: string): string[] => {
  const words: string[] = []
  const open: string[] = []
  let word = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string
    if (quoted) {
      if (character === '\\') word += text[at++]
      quoted = text[at] !== '"' || character === '\\'
    } else if (character === '"') quoted = true
    else if (character in pairs) open.push(pairs[character] as string)
    else if (character === open.at(-1)) open.pop()
    if (/\s/.test(character) && !quoted && open.length === 0) {
      if (word !== '') words.push(word)
      word = ''
    } else word += text[at] ?? ''
  }
  return word === '' ? words : [...words, word]
}
