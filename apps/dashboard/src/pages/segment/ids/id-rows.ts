import type { IdEdits } from '../../../api/segment-edits.ts'

export type IdRow = { id: string; kind: 'is' | 'new' | 'gone' }

/** The rows of a list. Changed ids come first: the user is about to save them. */
export const rowsOf = (ids: readonly string[], { added, removed }: IdEdits, search: string): IdRow[] => {
  const isNew = new Set(added)
  const rows: IdRow[] = [
    ...removed.map((id) => ({ id, kind: 'gone' }) as const),
    ...added.toReversed().map((id) => ({ id, kind: 'new' }) as const),
    ...ids.flatMap((id) => (isNew.has(id) ? [] : [{ id, kind: 'is' } as const])),
  ]
  return search === '' ? rows : rows.filter(({ id }) => id.toLowerCase().includes(search))
}
