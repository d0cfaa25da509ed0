import { parseJson } from '../../base/json.ts'
import type { EdgeChange } from '../edge.ts'

/** Parses the changes of the revisions up to this one. Empty if the text is not in our format. */
export const edgeChangesIn = (text: string, revision: number): readonly EdgeChange[] => {
  const changes = parseJson(text)
  if (!Array.isArray(changes)) return []
  const first = revision - changes.length + 1
  const areOurs = changes.every(
    (change, at) =>
      Array.isArray(change) &&
      change[0] === first + at &&
      change.slice(1).every((name) => typeof name === 'string' && /^[fs]:/.test(name)),
  )
  return areOurs ? changes : []
}
