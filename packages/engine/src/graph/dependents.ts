import type { Item, Name } from './graph-item.ts'

const nobody: ReadonlySet<Name> = new Set()

/** Maps each name to the items that refer to it, whether it exists or not. */
export const openNamedBy = () => {
  const namedBy = new Map<Name, Set<Name>>()
  return {
    of: (name: Name): ReadonlySet<Name> => namedBy.get(name) ?? nobody,
    replace: (namer: Name, before: Item | undefined, after: Item): void => {
      for (const name of before?.names ?? []) {
        const namers = namedBy.get(name)
        namers?.delete(namer)
        if (namers?.size === 0) namedBy.delete(name)
      }
      for (const name of after.names) {
        const namers = namedBy.get(name)
        if (namers) namers.add(namer)
        else namedBy.set(name, new Set([namer]))
      }
    },
  }
}
