import { parseJson } from '../../base/json.ts'
import type { Pausable } from '../../base/pausable.ts'
import type { EdgeEntries } from '../../edge/edge.ts'

/** What an entry says now: its text, and what that describes. Undefined where it is gone. */
export type EntryChange = { text: string; parsed: unknown } | undefined

/** Entries that differ from those known. An entry that is missing in a whole is gone. Fails where one is not JSON. */
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

/** Comes back with how many characters were added. */
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

/** What is taken out and what is put in, by name. */
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
