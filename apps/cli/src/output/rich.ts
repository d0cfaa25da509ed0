import { styleText } from 'node:util'
import { escapeText } from './escape-text.ts'

type Format = Parameters<typeof styleText>[0]

/** Text to show, with and without colours. Text from outside is escaped in both. */
export type Rich = { readonly plain: string; readonly ansi: string }
export type Part = string | number | boolean | null | Rich

export const toRich = (part: Part): Rich => {
  if (typeof part === 'object' && part !== null) return part
  const plain = escapeText(String(part))
  return { plain, ansi: plain }
}

/** A template tag that escapes its parts, which may come from users; the literals are trusted. */
export const rich = (literals: TemplateStringsArray, ...parts: Part[]): Rich => {
  const pieces = literals.flatMap((literal, at) => {
    const part = parts[at]
    const own = { plain: literal, ansi: literal }
    return part === undefined ? [own] : [own, toRich(part)]
  })
  return joinRich(pieces, '')
}

export const joinRich = (parts: readonly Part[], between: string): Rich => {
  const all = parts.map(toRich)
  return { plain: all.map(({ plain }) => plain).join(between), ansi: all.map(({ ansi }) => ansi).join(between) }
}

const paint = (format: Format, part: Part): Rich => {
  const { plain, ansi } = toRich(part)
  return { plain, ansi: styleText(format, ansi, { validateStream: false }) }
}

export const dim = (part: Part): Rich => paint('dim', part)
export const bold = (part: Part): Rich => paint('bold', part)
export const green = (part: Part): Rich => paint('green', part)
export const red = (part: Part): Rich => paint('red', part)
export const yellow = (part: Part): Rich => paint('yellow', part)
