import { withoutHidden } from '@bunting/contract'

/** Formats paragraphs as an indented JSDoc comment; returns an empty text if there are none. The last may be tags. */
export const comment = (paragraphs: readonly (readonly string[])[], indent: string): string => {
  const lines = paragraphs.filter((one) => one.length > 0).flatMap((one, at) => (at === 0 ? one : ['', ...one]))
  if (lines.length === 0) return ''
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */\n`].join('\n')
}

/** Converts a user's text to lines of a comment. It can neither end the comment nor add a tag. */
export const commentLines = (text: string): string[] => {
  const lines = text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).map(commentLine)
  const first = lines.findIndex((line) => line !== '')
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== '') + 1)
}

const commentLine = (line: string): string =>
  balanced(withoutHidden(line.toWellFormed()))
    .replaceAll('*/', '*\\/')
    .replace(/(?<![\w.+-])@/g, '\\@')
    .trim()

/** Replaces unbalanced backticks: the text after an open one would be code, in which tags are not recognized. */
const balanced = (line: string): string => (line.split('`').length % 2 === 0 ? line.replaceAll('`', "'") : line)
