import { withoutHidden } from '@bunting/contract'

/** The most characters of a text that people wrote. */
const maxText = 200

/** Removes invisible characters and those that change the direction, but leaves line breaks and tabs. */
const visible = (text: string): string => text.replace(/[^\t\n\r]+/g, withoutHidden)

/** A text that people wrote, as one short line. */
export const cleanText = (text: string, max = maxText): string => {
  const characters = [...withoutHidden(text.replace(/[\t\n\r\u2028\u2029]+/g, ' '))]
  return characters.length <= max ? characters.join('') : `${characters.slice(0, max - 1).join('')}…`
}

/** A value or a config with all of its texts cleaned, names of members included. */
export const cleanValue = (value: unknown): unknown => {
  if (typeof value === 'string') return visible(value)
  if (Array.isArray(value)) return value.map(cleanValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [visible(name), cleanValue(member)]))
}
