import { limits } from '@bunting/contract'
import { lineAround } from './lines.ts'

/** Returns the line at a position, with `lines - 1` lines before and after it. */
export const textAround = (bytes: Buffer, at: number, lines: number): string => {
  let { start, end } = lineAround(bytes, at)
  // A long line is mostly data: the text around the position is more useful than the start of the line.
  if (end - start > limits.codeText) return cut(bytes.toString('utf8', Math.max(start, at - limits.codeText / 2), end))
  for (let more = 1; more < lines; more++) {
    const before = start === 0 ? start : lineAround(bytes, start - 1).start
    const after = end === bytes.length ? end : lineAround(bytes, end + 1).end
    if (after - before > limits.codeText) break
    start = before
    end = after
  }
  return cut(withoutIndent(bytes.toString('utf8', start, end)))
}

/** Removes the indentation that all lines share. */
const withoutIndent = (text: string): string => {
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd())
  const indents = lines.filter((line) => line !== '').map((line) => line.search(/\S/))
  const indent = Math.min(...indents)
  return lines.map((line) => line.slice(indent)).join('\n')
}

/** Cuts between characters, and drops an incomplete character at the beginning. */
const cut = (text: string): string =>
  text
    .replace(/^\ufffd+/, '')
    .slice(0, limits.codeText)
    .toWellFormed()
