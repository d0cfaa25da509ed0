import { limits } from '@bunting/contract'

/** What stands between ids in a text that has several. */
export const separators = /[\n\r\t,;]/

export type ReadIds = {
  /** Those that the list does not have, each once. */
  added: readonly string[]
  /** How many it has already, how many the text has more than once, and how many are too long. */
  known: number
  twice: number
  long: number
}

/** The ids in a text, and what would come of adding them to a list. */
export const readIds = (text: string, has: readonly string[]): ReadIds => {
  const found = text
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const once = [...new Set(found)]
  const fitting = once.filter((id) => id.length <= limits.segmentId)
  const listed = new Set(has)
  const added = fitting.filter((id) => !listed.has(id))
  return {
    added,
    known: fitting.length - added.length,
    twice: found.length - once.length,
    long: once.length - fitting.length,
  }
}
