import type { Ask } from '../../core/ask.ts'
import { wrongUse } from '../../core/failure.ts'
import { several, text } from '../../core/parameters.ts'
import { readInput } from '../../core/read-json.ts'

/** Arguments and options that name ids: as words, or one on each line of a file. */
export const idsArguments = { ids: several('ids of users, or of what else the segment is of') }
export const idsOptions = {
  file: text('file', 'ids from this file, one a line; - is standard input', { complete: 'file' as const }),
}

export const readIds = async (ask: Ask, ids: readonly string[], file: string | undefined): Promise<string[]> => {
  const lines = file === undefined ? [] : (await readInput(ask, file)).split('\n').map((line) => line.trim())
  const all = [...new Set([...ids, ...lines])].filter((id) => id !== '')
  return all.length === 0 ? wrongUse('Which ids?', 'as words, or with --file <file>') : all
}
