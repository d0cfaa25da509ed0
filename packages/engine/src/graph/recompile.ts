import { brokenFlag, type CompiledFlag, compileFlag, type Render } from '../compile/compiled-flag.ts'
import type { CompiledSegment } from '../compile/condition.ts'
import type { Reckon } from '../compile/cost.ts'
import type { FindList } from '../compile/large-list.ts'
import { compileSegment } from '../compile/segment.ts'
import type { Naming, Needs, Node } from '../evaluate/node.ts'
import type { FlagConfig, Segment } from '../types.ts'
import { type Graph, touchedBy } from './affected.ts'
import type { Item, Name } from './graph-item.ts'
import { inOrder } from './topological-order.ts'

/** The new flags and segments; undefined for removed ones, and for a malformed segment. */
type Made<Outcome> = {
  readonly flags: ReadonlyMap<string, CompiledFlag<Outcome> | undefined>
  readonly segments: ReadonlyMap<string, CompiledSegment | undefined>
  /** What now stays as it was for want of a list, and what no longer does. */
  readonly held: ReadonlyMap<Name, boolean>
}

type Compiling<Outcome> = {
  render: Render<Outcome>
  reckon: Reckon | undefined
  findList: FindList | undefined
}

/** Compiles everything that a change affects, dependencies first, and pauses after each. It does not modify the graph. */
export function* prepareChange<Outcome>(
  graph: Graph<Outcome>,
  next: ReadonlyMap<Name, Item>,
  { render, reckon, findList }: Compiling<Outcome>,
): Generator<void, Made<Outcome>> {
  const flags = new Map<string, CompiledFlag<Outcome> | undefined>()
  const segments = new Map<string, CompiledSegment | undefined>()
  // New flags keep the order of the source, not the order in which they are compiled.
  for (const { kind, key } of next.values()) (kind === 'flag' ? flags : segments).set(key, undefined)
  const find = {
    flag: (key: string) => (flags.has(key) ? flags.get(key) : graph.flags.get(key)),
    segment: (key: string) => (segments.has(key) ? segments.get(key) : graph.segments.get(key)) as CompiledSegment,
  }
  const needsOf = ({ references }: Item): Needs => references.map(({ kind, key }) => find[kind](key))

  const held = new Map<Name, boolean>()
  for (const [name, item] of next) if (!item.isThere) held.set(name, false)
  const isHeld = (name: Name): boolean => held.get(name) ?? graph.held.has(name)

  const { items, isNamed } = touchedBy(graph, next)
  for (const { key: name, item, isInCircle } of inOrder(items, ({ names }) => names)) {
    const { kind, key, described } = item
    const needs = needsOf(item)
    const isReadable = described !== undefined && !isInCircle && !lacks(item, needs, isHeld)
    const naming = { needs, isNamed: kind === 'segment' || isNamed(name) }
    const segment = kind === 'segment' && isReadable ? (described as Segment) : undefined
    const list = segment && 'large' in segment ? findList?.(segment.large) : undefined
    const lacksList = isReadable && (item.names.some(isHeld) || (segment && 'large' in segment && !list) === true)
    held.set(name, lacksList)
    if (lacksList) {
      if (kind === 'flag') flags.set(key, graph.flags.get(key) ?? brokenFlag(key, render))
      else segments.set(key, graph.segments.get(key))
      continue
    }
    const known = next.has(name) ? undefined : graph[`${kind}s`].get(key)
    if (known && isKept(known, naming, isReadable)) continue
    if (kind === 'flag') {
      const flag = isReadable
        ? compileFlag(key, described as FlagConfig, naming, find, render, reckon)
        : brokenFlag(key, render)
      flags.set(key, flag)
    } else {
      segments.set(key, segment && compileSegment(key, segment, list, naming, find.segment, reckon))
    }
    yield
  }
  return { flags, segments, held }
}

/**
 * A flag that is not there does not hold; a segment that is not there, or anything that cannot be read, is a fault. What
 * waits for a list is none.
 */
const lacks = ({ references, names }: Item, needs: Needs, isHeld: (name: Name) => boolean): boolean =>
  references.some(({ kind }, at) => {
    if (isHeld(names[at] as Name)) return false
    const need = needs[at]
    return need === undefined ? kind === 'segment' : isBroken(need)
  })

const isBroken = (node: Node<unknown>): boolean => 'broken' in node && node.broken === true

/** Tells whether a compiled node can be kept: a broken one that still is, or one whose dependencies are unchanged. */
const isKept = (known: Node<unknown>, { needs, isNamed }: Naming, isReadable: boolean): boolean => {
  if (isBroken(known) || !isReadable) return isBroken(known) !== isReadable
  return known.isNamed === isNamed && needs.every((need, at) => need === known.needs[at])
}
