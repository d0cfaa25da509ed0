import type { CompiledFlag } from '../compile/compiled-flag.ts'
import type { CompiledSegment } from '../compile/condition.ts'
import type { Item, Name } from './graph-item.ts'

/** The compiled flags and segments, their sources, and who refers to whom. */
export type Graph<Outcome> = {
  readonly flags: ReadonlyMap<string, CompiledFlag<Outcome>>
  readonly segments: ReadonlyMap<string, CompiledSegment>
  readonly items: ReadonlyMap<Name, Item>
  /** What is as it was because it needs a list that is not there. */
  readonly held: ReadonlySet<Name>
  readonly namedBy: (name: Name) => ReadonlySet<Name>
}

type Touched = {
  readonly items: ReadonlyMap<Name, Item>
  /** Tells whether anything names it after the change. */
  readonly isNamed: (name: Name) => boolean
}

/**
 * The items that a change affects, as they are after it: changed ones, flags that others begin or cease to name, and all
 * transitive dependents. Of a cycle either all are affected or none.
 */
export function touchedBy(graph: Graph<unknown>, next: ReadonlyMap<Name, Item>): Touched {
  const named = new Set<Name>()
  const wereNamed = new Set<Name>()
  for (const [name, item] of next) {
    for (const each of item.names) named.add(each)
    for (const each of graph.items.get(name)?.names ?? []) wereNamed.add(each)
  }
  const isNamed = (name: Name): boolean => named.has(name) || hasAnother(graph.namedBy(name), next)
  const isNamedOtherwise = (name: Name): boolean => {
    const item = graph.items.get(name)
    const flag = item?.kind === 'flag' ? graph.flags.get(item.key) : undefined
    return flag !== undefined && !flag.broken && flag.isNamed !== isNamed(name)
  }

  const reached = new Set(next.keys())
  for (const name of [...named, ...wereNamed]) if (isNamedOtherwise(name)) reached.add(name)
  const items = new Map<Name, Item>()
  // The set grows during the iteration.
  for (const name of reached) {
    for (const namer of graph.namedBy(name)) reached.add(namer)
    const item = next.get(name) ?? graph.items.get(name)
    if (item?.isThere) items.set(name, item)
  }
  return { items, isNamed }
}

const hasAnother = (names: ReadonlySet<Name>, than: ReadonlyMap<Name, unknown>): boolean => {
  for (const name of names) if (!than.has(name)) return true
  return false
}
