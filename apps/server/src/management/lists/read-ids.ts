import { fail, invalid, type UploadType } from '@bunting/contract'
import { giveTurn } from '../../base/give-turn.ts'
import type { ScratchFile } from '../../base/scratch-file.ts'
import type { Upload } from '../../http/endpoint/upload.ts'
import { openIdReader } from '../../rules/lists/id-reader.ts'
import { LineProblem } from '../../rules/lists/line-problem.ts'
import { type SortedIds, sortIds } from './sort-ids.ts'

/** Reads and sorts all ids of an upload. Nothing is changed yet. */
export const readIds = async (
  { type, bytes }: Upload,
  column: string | undefined,
  scratch: ScratchFile,
  { salt, keepIds }: { salt: string; keepIds: boolean },
): Promise<SortedIds> => {
  const sorted = sortIds(scratch, salt, keepIds)
  const reader = openIdReader(type as UploadType, column, sorted.put)
  try {
    for await (const piece of bytes) {
      reader.take(piece)
      await sorted.flush()
      // A body that is packed well comes all at once, and would leave nobody else a turn.
      await giveTurn()
    }
    reader.end()
    await sorted.flush()
    return sorted
  } catch (error) {
    if (!(error instanceof LineProblem)) throw error
    return invalid('The upload is not as described, and nothing is changed.', [
      { path: `line ${error.line}`, message: error.message },
    ])
  }
}

/** The version that a change is meant for; undefined for any. */
export const versionIn = (ifMatch: string | undefined): number | undefined => {
  if (ifMatch === undefined) return undefined
  const found = /^"(0|[1-9]\d{0,14})"$/.exec(ifMatch.trim())
  if (found) return Number(found[1])
  return invalid('The headers are not as described.', [
    { path: 'if-match', message: 'must be a version in quotes, such as "3"' },
  ])
}

export const requireVersion = (latest: number, expected: number | undefined): void => {
  if (expected === undefined || expected === latest) return
  fail('VERSION_CONFLICT', `The latest version is ${latest}, not ${expected}. Look at it and try again.`)
}
