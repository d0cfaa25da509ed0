import type { Happening } from './happening.ts'

/** Pennants that are closer become one with a number. */
export const leastPx = 24

/** What hangs at one place of a lane: the first of them says where. */
export type Group = { atPx: number; items: readonly Happening[] }

/** In the order of time. `placeOf` says how far from the left end each is. */
export const groupsOf = (items: readonly Happening[], placeOf: (one: Happening) => number): Group[] => {
  const groups: { atPx: number; items: Happening[] }[] = []
  for (const item of items.toSorted((one, other) => one.atMs - other.atMs)) {
    const atPx = placeOf(item)
    const last = groups.at(-1)
    if (last && atPx - last.atPx < leastPx) last.items.push(item)
    else groups.push({ atPx, items: [item] })
  }
  return groups
}
