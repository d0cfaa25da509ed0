import { parseJson } from '../../base/json.ts'
import type { Pausable } from '../../base/pausable.ts'
import type { EdgeEntries } from '../../edge/edge.ts'

/** The new text of an entry, and its parsed JSON. Undefined if the entry was removed. */
export type EntryChange = { text: string; parsed: unknown } | undefined

/** The entries that differ from `texts`. With `isWhole`, missing entries count as removed. Throws if one is not JSON. */
export function* changedEntries(
  entries: EdgeEntries<string | null>,
  texts: ReadonlyMap<string, string>,
  isWhole: boolean,
  notJson: () => Error,
): Pausable<Map<string, EntryChange>> {
  const changes = new Map<string, EntryChange>()
  for (const [key, given] of entries) {
    const known = texts.get(key)
    if (given === null) {
      if (known !== undefined) changes.set(key, undefined)
    } else if (given !== known) {
      const parsed = parseJson(given)
      if (parsed === undefined) throw notJson()
      changes.set(key, { text: given, parsed })
      yield
    }
  }
  if (isWhole) {
    const named = new Set(entries.map(([key]) => key))
    for (const key of texts.keys()) if (!named.has(key)) changes.set(key, undefined)
  }
  return changes
}

export const parsedIn = (changes: ReadonlyMap<string, EntryChange>): Map<string, unknown> =>
  new Map(changes.entries().map(([key, one]) => [key, one?.parsed]))

/** Stores the new texts, and returns by how many characters the total grew. */
export const keepTexts = (texts: Map<string, string>, changes: ReadonlyMap<string, EntryChange>): number => {
  let added = 0
  for (const [key, one] of changes) {
    const before = texts.get(key)
    if (before !== undefined) added -= key.length + before.length
    if (one) added += key.length + one.text.length
    if (one) texts.set(key, one.text)
    else texts.delete(key)
  }
  return added
}

/** The old and the new texts of changed entries, by name: each is toggled in the checksum. */
export function* toggled(
  prefix: 'f:' | 's:',
  texts: ReadonlyMap<string, string>,
  changes: ReadonlyMap<string, EntryChange>,
) {
  for (const [key, one] of changes) {
    const before = texts.get(key)
    if (before !== undefined) yield [prefix + key, before] as const
    if (one) yield [prefix + key, one.text] as const
  }
}
