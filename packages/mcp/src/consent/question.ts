import type { Change } from '@bunting/contract/text'
import { cleanText } from '../answer/clean.ts'

/** What a person is asked before a change that takes effect at once. */
export type Question = {
  /** What is to be done, such as `Change new-search in staging`. */
  title: string
  changes: readonly Change[]
  /** How many people it is about, as a sentence. */
  people: string
  comment: string
  /** What the change starts from: a yes does not count any more once this is another. */
  basis: unknown
}

const maxChanges = 20

/** The question as plain text. Texts that people wrote are in it, cleaned and cut, for a person to read. */
export const questionText = ({ title, changes, people, comment }: Question): string => {
  const lines = changes.slice(0, maxChanges).map(changeText)
  const others = changes.length - lines.length
  return [
    `${cleanText(title, 300)}?`,
    ...lines.map((line) => `- ${line}`),
    ...(others > 0 ? [`- and ${others} more changes`] : []),
    people,
    `Comment: ${valueText(comment)}`,
  ].join('\n')
}

const changeText = (change: Change): string => {
  const path = cleanText(change.path, 100)
  if (!('before' in change)) return `${path}: new, ${valueText(change.after)}`
  if (!('after' in change)) return `${path}: removed, was ${valueText(change.before)}`
  return `${path}: ${valueText(change.before)} → ${valueText(change.after)}`
}

const valueText = (value: unknown): string => cleanText(JSON.stringify(value) ?? 'none')
