import { byHand, shown } from '../shared/by-hand.ts'

export type Token = { is: 'word'; text: string } | { is: 'sign'; text: string } | { is: 'value'; value: QueryValue }

export type QueryValue =
  | { type: 'text'; value: string }
  | { type: 'number'; value: number }
  /** A number without decimals: the source compares only whole parts then. */
  | { type: 'whole'; value: number }
  | { type: 'version'; value: string }
  | { type: 'list'; value: (string | number)[] }

const pieces: readonly [RegExp, (text: string) => Token | undefined][] = [
  [/\s+/y, () => undefined],
  [/[()]|[=!<>]=|[<>]/y, (text) => ({ is: 'sign', text })],
  [/[A-Za-z][-_:0-9A-Za-z]*(?:\.[A-Za-z][-_:0-9A-Za-z]*)*/y, (text) => ({ is: 'word', text })],
  [/"(?:[^"\\]|\\.)*"/y, (text) => ({ is: 'value', value: { type: 'text', value: text.slice(1, -1) } })],
  [
    /\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?/y,
    (text) => ({ is: 'value', value: { type: 'version', value: text } }),
  ],
  [
    /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y,
    (text) => ({ is: 'value', value: { type: /[.eE]/.test(text) ? 'number' : 'whole', value: Number(text) } }),
  ],
  [/\[[^\]]*\]/y, (text) => ({ is: 'value', value: { type: 'list', value: listIn(text) } })],
]

/** Splits a query into tokens. Escapes in its texts stay as they are, as in the source's own parser. */
export const tokensOf = (query: string): Token[] => {
  const tokens: Token[] = []
  let at = 0
  while (at < query.length) {
    const found = pieces.flatMap(([pattern, make]) => {
      pattern.lastIndex = at
      const text = pattern.exec(query)?.[0]
      return text === undefined ? [] : [{ text, make }]
    })[0]
    if (!found) return byHand('operator', `${shown(query)} cannot be read from ${shown(query.slice(at))} on.`)
    const token = found.make(found.text)
    if (token) tokens.push(token)
    at += found.text.length
  }
  return tokens
}

const listIn = (text: string): (string | number)[] => {
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list) && list.every((item) => typeof item === typeof list[0])) return list
  } catch {
    // The error is reported below.
  }
  return byHand('operator', `${shown(text)} is no list of texts or numbers.`)
}
