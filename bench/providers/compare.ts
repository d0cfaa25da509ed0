import type { Asked } from './ask-all.ts'
import { type Answer, cases } from './cases.ts'

export type Told = { language: string; asked: Asked[] }

const fields = ['value', 'reason', 'variant', 'errorCode'] as const

/** What is wrong with an answer; nothing where it is right. */
const problemsOf = (language: string, { of, answer, bulk }: Asked): string[] => {
  const right = of.right(language)
  // Of an error only the code matters: who made the variant up is no matter.
  const compared = right.errorCode === undefined ? fields : fields.filter((field) => field !== 'variant')
  const told = (one: Answer, field: (typeof fields)[number]) => one[field] ?? ''
  const wrong = compared
    .filter((field) => told(answer, field) !== told(right, field))
    .map((field) => `${field} ${JSON.stringify(answer[field])}, not ${JSON.stringify(right[field])}`)
  const isAsked = of.bulk !== undefined && bulk.length > 0
  return isAsked && bulk.join() !== String(of.bulk) ? [...wrong, `asked with ${bulk}, not ${of.bulk}`] : wrong
}

const row = (cells: (string | number)[]): string => `| ${cells.join(' | ')} |`

/** A table of the kinds of cases, and what was not as it should be. */
export const compare = (all: Told[]): { table: string; problems: string[] } => {
  const kinds = [...new Set(cases.map(({ kind }) => kind))]
  const cell = (kind: string, { language, asked }: Told): string => {
    const mine = asked.filter(({ of }) => of.kind === kind)
    const right = mine.filter((one) => problemsOf(language, one).length === 0)
    const own = right.filter(({ of }) => of.isOwn(language)).length
    const count = right.length === mine.length ? 'right' : `${mine.length - right.length} WRONG`
    return own === 0 ? count : `${count}, ${own} in its own way`
  }
  const problems = all.flatMap(({ language, asked }) =>
    asked.flatMap((one) => {
      const found = problemsOf(language, one)
      return found.length === 0 ? [] : [`${language}: ${one.of.kind}, ${one.of.name}: ${found.join('; ')}`]
    }),
  )
  const head = ['kind', 'cases', ...all.map(({ language }) => language)]
  const body = kinds.map((kind) => [
    kind,
    cases.filter((one) => one.kind === kind).length,
    ...all.map((one) => cell(kind, one)),
  ])
  return { table: [head, head.map(() => '---'), ...body].map(row).join('\n'), problems }
}
