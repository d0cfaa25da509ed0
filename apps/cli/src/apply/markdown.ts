import { escapeText } from '../output/escape-text.ts'

const maxLine = 400

/** Makes one line of a user's text: control characters and line breaks are escaped, and a long text is cut. */
const lineOf = (text: string): string => {
  const escaped = escapeText(text)
  return escaped.length <= maxLine ? escaped : `${escaped.slice(0, maxLine)}…`
}

/** Returns a fence that is longer than any run of backticks in the text, so that the text cannot end it. */
const fenceOf = (text: string, least: number): string => {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length)
  return '`'.repeat(Math.max(least, ...runs.map((run) => run + 1)))
}

/** Formats a text as code, in which Markdown, HTML, links and mentions have no effect. */
export const code = (text: string): string => {
  const line = lineOf(text) || ' '
  const fence = fenceOf(line, 1)
  const gap = /^[` ]|[` ]$/.test(line) ? ' ' : ''
  return `${fence}${gap}${line}${gap}${fence}`
}

/** Formats lines as a diff block, which GitHub and GitLab show in colours. */
export const diffBlock = (lines: readonly string[]): string[] => {
  const safe = lines.map(lineOf)
  const fence = fenceOf(safe.join('\n'), 3)
  return [`${fence}diff`, ...safe, fence]
}
