import { brokenFlag, type CompiledFlag, compileFlag, type Render } from './compiled-flag.ts'
import type { CompiledSegment } from './condition.ts'
import type { Needs } from './node.ts'
import { inOrder } from './order.ts'
import { type Reference, referencesOf } from './references.ts'
import { compileSegment } from './segment.ts'
import type { EvaluationResult, FlagConfig, Segment } from './types.ts'
import { isWellFormed, isWellFormedSegment } from './well-formed.ts'

/** What a bundle says of its flags and segments, as it came: what cannot be read breaks the flags that need it. */
export type FlagsSource = {
  /** What the bundle says that it is; the first ones said nothing. */
  readonly format?: unknown
  /** Each with `type` and `config`. */
  readonly flags: ReadonlyMap<string, unknown>
  /** Each with `unit` and `config`. */
  readonly segments: ReadonlyMap<string, unknown>
}

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

/** A bundle of another one may mean anything: none of its flags can be read. */
export const isKnownFormat = (format: unknown): boolean => format === undefined || format === 1 || format === 2

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
  const segments = compileSegments(source, before)
  return { segments, flags: compileAll(source, segments, render, before) }
}

function compileSegments(source: FlagsSource, before: Before<unknown> | undefined): Segments {
  const done = new Map<string, CompiledSegment | undefined>()
  const readable = new Map<string, { segment: Segment; references: readonly Reference[] }>()
  for (const [key, segment] of source.segments) {
    if (isWellFormedSegment(segment)) readable.set(key, { segment, references: referencesOf(segment.config) })
  }
  const find = (key: string) => done.get(key) as CompiledSegment
  for (const { key, item, isInCircle } of inOrder(readable, ({ references }) => references.map((each) => each.key))) {
    const needs = item.references.map((reference) => done.get(reference.key))
    const known = before?.segments.get(key)
    if (isInCircle || needs.includes(undefined)) done.set(key, undefined)
    else if (known && isKept(known.needs, needs) && before?.isSame('segment', key)) done.set(key, known)
    else done.set(key, compileSegment(key, item.segment, needs, find))
  }
  return done
}

type Readable = { config: FlagConfig; references: readonly Reference[] } | undefined

function compileAll<Outcome>(
  source: FlagsSource,
  segments: Segments,
  render: Render<Outcome>,
  before: Before<Outcome> | undefined,
): ReadonlyMap<string, CompiledFlag<Outcome>> {
  // In the order of the source, whatever order they are compiled in.
  const done = new Map<string, CompiledFlag<Outcome>>()
  const items = new Map<string, Readable>()
  for (const [key, flag] of source.flags) {
    done.set(key, undefined as never)
    const config = isKnownFormat(source.format) ? configIn(flag) : undefined
    items.set(key, config && { config, references: referencesOf(config) })
  }
  const find = { segment: (key: string) => segments.get(key) as CompiledSegment, flag: (key: string) => done.get(key) }
  const parents = (item: Readable) =>
    (item?.references ?? []).flatMap(({ kind, key }) => (kind === 'flag' ? [key] : []))
  for (const { key, item, isInCircle } of inOrder(items, parents)) {
    const needs = (item?.references ?? []).map(({ kind, key }) => (kind === 'flag' ? done : segments).get(key))
    const readable = item && !isInCircle && !lacks(item.references, needs) ? item : undefined
    const known = before?.flags.get(key)
    const isSame = known?.broken === !readable && isKept(known.needs, needs) && before?.isSame('flag', key)
    if (known && isSame) done.set(key, known)
    else if (!readable) done.set(key, brokenFlag(key, needs, render))
    else done.set(key, compileFlag(key, readable.config, needs, find, render))
  }
  return done
}

function configIn(flag: unknown): FlagConfig | undefined {
  if (typeof flag !== 'object' || flag === null) return undefined
  const { type, config } = flag as { type?: unknown; config?: unknown }
  return isWellFormed(config, type) ? config : undefined
}

/** A flag that is not there does not hold; a segment that is not there, or anything that cannot be read, is a fault. */
const lacks = (references: readonly Reference[], needs: Needs): boolean =>
  references.some(({ kind }, at) => {
    const need = needs[at]
    return need === undefined ? kind === 'segment' : 'broken' in need && need.broken === true
  })

const isKept = (before: Needs, needs: Needs): boolean =>
  before.length === needs.length && needs.every((need, at) => need === before[at])
