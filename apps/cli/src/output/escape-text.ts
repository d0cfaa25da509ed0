/** Control characters, and those that reorder or hide text: a name from the server must not steer a terminal. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

const short: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escaped = (character: string): string =>
  short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

export const escapeText = (text: string): string => text.replace(unsafe, escaped)

/** Writes JSON in which the unsafe characters that JSON itself leaves unescaped become `\u….`. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(unsafe, (character) => (character === '\n' ? '\n' : escaped(character)))
