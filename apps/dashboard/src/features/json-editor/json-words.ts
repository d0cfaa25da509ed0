/** A part of a line of JSON, and its kind for the colour; undefined for none. */
export type Word = { kind: 'name' | 'text' | 'number' | 'word' | undefined; text: string }

const pattern = /"(?:[^"\\]|\\.)*"?(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g

const kindOf = (found: string, colon: string | undefined): Word['kind'] => {
  if (found.startsWith('"')) return colon === undefined ? 'text' : 'name'
  return /[a-z]/.test(found.charAt(0)) ? 'word' : 'number'
}

/** Splits a line into parts: in JSON, no string spans several lines. */
export const jsonWords = (line: string): Word[] => {
  const words: Word[] = []
  let at = 0
  for (const match of line.matchAll(pattern)) {
    const [found, colon] = match
    if (match.index > at) words.push({ kind: undefined, text: line.slice(at, match.index) })
    words.push({ kind: kindOf(found, colon), text: found.slice(0, found.length - (colon?.length ?? 0)) })
    at = match.index + found.length - (colon?.length ?? 0)
  }
  if (at < line.length) words.push({ kind: undefined, text: line.slice(at) })
  return words
}
