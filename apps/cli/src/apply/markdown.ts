import { escapeText } from '../output/escape-text.ts'

const maxLine = 400

/** One line of text that people wrote: what would steer a reader or end the line is escaped, and the rest is cut. */
const lineOf = (text: string): string => {
  const escaped = escapeText(text)
  return escaped.length <= maxLine ? escaped : `${escaped.slice(0, maxLine)}…`
}

/** The fence of a text: longer than any run of backticks in it, so that the text cannot end it. */
const fenceOf = (text: string, least: number): string => {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length)
  return '`'.repeat(Math.max(least, ...runs.map((run) => run + 1)))
}

/** Text as code, in which Markdown, HTML, links and mentions mean nothing. */
export const code = (text: string): string => {
  const line = lineOf(text) || ' '
  const fence = fenceOf(line, 1)
  const gap = /^[` ]|[` ]$/.test(line) ? ' ' : ''
  return `${fence}${gap}${line}${gap}${fence}`
}

/** Lines as a block of a difference, which GitHub and GitLab show in colours. */
export const diffBlock = (lines: readonly string[]): string[] => {
  const safe = lines.map(lineOf)
  const fence = fenceOf(safe.join('\n'), 3)
  return [`${fence}diff`, ...safe, fence]
}
