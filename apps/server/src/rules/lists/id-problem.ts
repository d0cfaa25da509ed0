import { limits } from '@bunting/contract'

/** The reason why a value cannot be an id of a list. */
export const idProblem = (id: unknown): string | undefined => {
  if (typeof id !== 'string') return 'must be a text'
  if (id.length === 0) return 'must not be empty'
  if (id.length > limits.segmentId) return `must be an id of at most ${limits.segmentId} characters`
  if (id.includes('\0')) return 'must not contain a null byte'
  return id.isWellFormed() ? undefined : 'must not contain half of a surrogate pair'
}
