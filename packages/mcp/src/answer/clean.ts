import { withoutHidden } from '@bunting/contract'

/** The most characters of a text that people wrote. */
const maxText = 200
/** Bytes of JSON that a character has on average, at most: a text of pictures is cut sooner. */
const bytesPerCharacter = 2

/** Removes invisible characters and those that change the direction, but leaves line breaks and tabs. */
const visible = (text: string): string => text.replace(/[^\t\n\r]+/g, withoutHidden)

/** A text that people wrote, as one short line: so many characters at most, and twice as many bytes of JSON. */
export const cleanText = (text: string, max = maxText): string => {
  const line = withoutHidden(text.replace(/[\t\n\r\u2028\u2029]+/g, ' '))
  const maxBytes = max * bytesPerCharacter
  if ([...line].length <= max && jsonBytes(line) <= maxBytes) return line
  let [cut, bytes] = ['', jsonBytes('…')]
  for (const character of [...line].slice(0, max - 1)) {
    bytes += jsonBytes(character)
    if (bytes > maxBytes) break
    cut += character
  }
  return `${cut}…`
}

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2

/** A value or a config with all of its texts cleaned, names of members included. */
export const cleanValue = (value: unknown): unknown => {
  if (typeof value === 'string') return visible(value)
  if (Array.isArray(value)) return value.map(cleanValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [visible(name), cleanValue(member)]))
}
