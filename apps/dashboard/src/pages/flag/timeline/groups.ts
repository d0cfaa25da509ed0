import type { Happening } from './happening.ts'

/** The least distance between two pennants: closer ones become one with a number. */
export const leastPx = 24

/** The changes at one position of a lane; the first determines the position. */
export type Group = { atPx: number; items: readonly Happening[] }

/** Groups the items in chronological order. `placeOf` gives the distance of each from the left end. */
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
