import { limits } from '@bunting/contract'

/** The separators of ids in a text. */
export const separators = /[\n\r\t,;]/

export type ReadIds = {
  /** The ids that are not in the list yet, without duplicates. */
  added: readonly string[]
  /** The number of ids that are in the list already, that are repeated in the text, and that are too long. */
  known: number
  twice: number
  long: number
}

/** The ids in a text, and the result of adding them to a list. */
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
