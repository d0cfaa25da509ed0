import { brokenFlag, type CompiledFlag, compileFlag, type Render } from '../compile/compiled-flag.ts'
import type { CompiledSegment } from '../compile/condition.ts'
import type { Reckon } from '../compile/cost.ts'
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
}

/** Compiles everything that a change affects, dependencies first, and pauses after each. It does not modify the graph. */
export function* prepareChange<Outcome>(
  graph: Graph<Outcome>,
  next: ReadonlyMap<Name, Item>,
  render: Render<Outcome>,
  reckon?: Reckon,
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

  const { items, isNamed } = touchedBy(graph, next)
  for (const { key: name, item, isInCircle } of inOrder(items, ({ names }) => names)) {
    const { kind, key, described } = item
    const needs = needsOf(item)
    const isReadable = described !== undefined && !isInCircle && !lacks(item, needs)
    const naming = { needs, isNamed: kind === 'segment' || isNamed(name) }
    const known = next.has(name) ? undefined : graph[`${kind}s`].get(key)
    if (known && isKept(known, naming, isReadable)) continue
    if (kind === 'flag') {
      const flag = isReadable
        ? compileFlag(key, described as FlagConfig, naming, find, render, reckon)
        : brokenFlag(key, render)
      flags.set(key, flag)
    } else {
      segments.set(
        key,
        isReadable ? compileSegment(key, described as Segment, naming, find.segment, reckon) : undefined,
      )
    }
    yield
  }
  return { flags, segments }
}

/** Tells whether something needed is broken. A missing flag is only an unmet prerequisite; a missing segment is an error. */
const lacks = ({ references }: Item, needs: Needs): boolean =>
  references.some(({ kind }, at) => {
    const need = needs[at]
    return need === undefined ? kind === 'segment' : isBroken(need)
  })

const isBroken = (node: Node<unknown>): boolean => 'broken' in node && node.broken === true

/** Tells whether a compiled node can be kept: a broken one that still is, or one whose dependencies are unchanged. */
const isKept = (known: Node<unknown>, { needs, isNamed }: Naming, isReadable: boolean): boolean => {
  if (isBroken(known) || !isReadable) return isBroken(known) !== isReadable
  return known.isNamed === isNamed && needs.every((need, at) => need === known.needs[at])
}
