import type { Notes } from './notes.ts'

/** A flag or a segment, with the names of those that it needs to answer as it did. */
type Needy = { notes: Notes; needs: ReadonlySet<string> }

/** What needs something that is by hand is by hand too: it would answer as if that were off. */
export const spreadByHand = (items: ReadonlyMap<string, Needy>): void => {
  const neededBy = new Map<string, Set<string>>()
  for (const [name, { needs }] of items) {
    for (const need of needs) neededBy.set(need, (neededBy.get(need) ?? new Set()).add(name))
  }
  const left = [...items].filter(([, { notes }]) => notes.reasons.length > 0).map(([name]) => name)
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    const [reason] = items.get(name)?.notes.reasons ?? []
    for (const child of neededBy.get(name) ?? []) {
      const notes = items.get(child)?.notes
      if (!notes || !reason) continue
      if (notes.reasons.length === 0) left.push(child)
      notes.byHand(reason.code, `Needs ${name}, which is by hand.`)
    }
  }
}
