import type { UploadType } from '@bunting/contract'
import { openCsv } from './csv.ts'
import { idProblem } from './id-problem.ts'
import { LineProblem } from './line-problem.ts'
import { openLines } from './split-lines.ts'

export type IdReader = { take(bytes: Uint8Array): void; end(): void }

/** Reads the ids of a body as its bytes come. A line that is no id is refused with its number. */
export const openIdReader = (type: UploadType, column: string | undefined, take: (id: string) => void): IdReader => {
  const takeId = (id: unknown, line: number): void => {
    const problem = idProblem(id)
    if (problem !== undefined) throw new LineProblem(line, problem)
    take(id as string)
  }
  if (type === 'text/plain') return openLines(takeId)
  if (type === 'application/x-ndjson') return openLines((text, line) => takeId(jsonIn(text, line), line))
  const csv = openCsv(column, takeId)
  const lines = openLines(csv.take)
  return {
    take: lines.take,
    end: () => {
      lines.end()
      csv.end()
    },
  }
}

const jsonIn = (text: string, line: number): unknown => {
  if (text === '') return ''
  try {
    return JSON.parse(text)
  } catch {
    throw new LineProblem(line, 'must be a text in JSON')
  }
}
