import { brokenFlag, type CompiledFlag, compileFlag, type Render } from './compiled-flag.ts'
import type { CompiledSegment } from './condition.ts'
import { type FlagsSource, isKnownFormat, openFlagGraph } from './flag-graph.ts'
import type { Needs, Node } from './node.ts'
import { inOrder } from './order.ts'
import { type Reference, referencesOf } from './references.ts'
import { compileSegment } from './segment.ts'
import type { EvaluationResult, FlagConfig, Segment } from './types.ts'
import { isWellFormed, isWellFormedSegment } from './well-formed.ts'

type Segments = ReadonlyMap<string, CompiledSegment | undefined>

export type CompiledFlags<Outcome = EvaluationResult> = {
  readonly flags: ReadonlyMap<string, CompiledFlag<Outcome>>
  /** Undefined for one that cannot be read. */
  readonly segments: Segments
}

export type Before<Outcome> = CompiledFlags<Outcome> & {
  /** Whether the source says of it what the one before said. */
  readonly isSame: (kind: Reference['kind'], key: string) => boolean
}

/**
 * Compiles a bundle's flags, and each segment once, whoever needs it. `render` makes of each possible result what its
 * caller needs later, such as its JSON text: evaluating then only chooses among these. What is as it was in the bundle
 * before, with all that it needs, is taken over.
 */
export function compileFlags(source: FlagsSource): CompiledFlags
export function compileFlags<Outcome extends NonNullable<unknown>>(
  source: FlagsSource,
  render: Render<Outcome>,
  before?: Before<Outcome>,
): CompiledFlags<Outcome>
export function compileFlags(
  source: FlagsSource,
  render: Render<NonNullable<unknown>> = (_, result) => result,
  before?: Before<NonNullable<unknown>>,
): CompiledFlags<NonNullable<unknown>> {
  if (!before) return openFlagGraph(source, render)
  const segments = compileSegments(source, before)
  return { segments, flags: compileAll(source, segments, render, before) }
}

/** A flag or segment that can be read. */
type Item<Described> = { described: Described; references: readonly Reference[] }

function compileSegments(source: FlagsSource, before: Before<unknown> | undefined): Segments {
  const done = new Map<string, CompiledSegment | undefined>()
  const same = new Map<string, CompiledSegment | undefined>()
  const items = new Map<string, Item<Segment>>()
  for (const [key, segment] of source.segments) {
    const known = before?.isSame('segment', key) ? before.segments.get(key) : undefined
    same.set(key, known)
    if (known) items.set(key, { described: segment as Segment, references: known.references })
    else if (isWellFormedSegment(segment)) {
      items.set(key, { described: segment, references: referencesOf(segment.config) })
    }
  }
  const find = (key: string) => done.get(key) as CompiledSegment
  for (const { key, item, isInCircle } of inOrder(items, ({ references }) => references.map((each) => each.key))) {
    const { described, references } = item
    const needs = references.map((reference) => done.get(reference.key))
    const known = same.get(key)
    if (isInCircle || needs.includes(undefined)) done.set(key, undefined)
    else if (known && isKept(known, needs)) done.set(key, known)
    else done.set(key, compileSegment(key, described, { references, needs, isNamed: true }, find))
  }
  return done
}

function compileAll<Outcome>(
  source: FlagsSource,
  segments: Segments,
  render: Render<Outcome>,
  before: Before<Outcome> | undefined,
): ReadonlyMap<string, CompiledFlag<Outcome>> {
  // In the order of the source, whatever order they are compiled in.
  const done = new Map<string, CompiledFlag<Outcome>>()
  const same = new Map<string, CompiledFlag<Outcome> | undefined>()
  const items = new Map<string, Item<FlagConfig> | undefined>()
  for (const [key, flag] of source.flags) {
    done.set(key, undefined as never)
    same.set(key, before?.isSame('flag', key) ? before.flags.get(key) : undefined)
    items.set(key, isKnownFormat(source.format) ? itemOf(flag, same.get(key)) : undefined)
  }
  const named = new Set([...items.values()].flatMap(parentsOf))
  const find = { segment: (key: string) => segments.get(key) as CompiledSegment, flag: (key: string) => done.get(key) }
  for (const { key, item, isInCircle } of inOrder(items, parentsOf)) {
    const references = item?.references ?? []
    const needs = references.map((reference) => (reference.kind === 'flag' ? done : segments).get(reference.key))
    const readable = item && !isInCircle && !lacks(references, needs) ? item : undefined
    const known = same.get(key)
    const isNamed = named.has(key)
    if (known?.broken === !readable && known.isNamed === isNamed && isKept(known, needs)) done.set(key, known)
    else if (!readable) done.set(key, brokenFlag(key, { references, needs, isNamed }, render))
    else done.set(key, compileFlag(key, readable.described, { references, needs, isNamed }, find, render))
  }
  return done
}

/** What could be read before need not be looked at again. */
function itemOf(flag: unknown, known: CompiledFlag<unknown> | undefined): Item<FlagConfig> | undefined {
  if (typeof flag !== 'object' || flag === null) return undefined
  const { type, config } = flag as { type?: unknown; config?: unknown }
  if (known && !known.broken) return { described: config as FlagConfig, references: known.references }
  return isWellFormed(config, type) ? { described: config, references: referencesOf(config) } : undefined
}

const parentsOf = (item: Item<FlagConfig> | undefined): string[] =>
  (item?.references ?? []).flatMap(({ kind, key }) => (kind === 'flag' ? [key] : []))

/** A flag that is not there does not hold; a segment that is not there, or anything that cannot be read, is a fault. */
const lacks = (references: readonly Reference[], needs: Needs): boolean =>
  references.some(({ kind }, at) => {
    const need = needs[at]
    return need === undefined ? kind === 'segment' : 'broken' in need && need.broken === true
  })

/** Whether a node can be taken over: what it names is what it named. */
const isKept = (known: Node<unknown>, needs: Needs): boolean =>
  known.needs.length === needs.length && needs.every((need, at) => need === known.needs[at])
