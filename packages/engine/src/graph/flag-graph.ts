import type { CompiledFlag, Render } from '../compile/compiled-flag.ts'
import type { CompiledSegment } from '../compile/condition.ts'
import type { Reckon } from '../compile/cost.ts'
import type { FindList } from '../compile/large-list.ts'
import { openNamedBy } from './dependents.ts'
import { flagItem, goneItem, type Item, type Name, nameOf, segmentItem } from './graph-item.ts'
import { prepareChange } from './recompile.ts'

/** A bundle's flags and segments, unchecked: a malformed one breaks the flags that need it. */
export type FlagsSource = {
  /** The bundle's `format`; the earliest bundles had none. */
  readonly format?: unknown
  /** Each with `type` and `config`. */
  readonly flags: ReadonlyMap<string, unknown>
  /** Each with `unit` and `config`, or `unit` and `large`. */
  readonly segments: ReadonlyMap<string, unknown>
  /** Where `large` ones are found: without it none is. */
  readonly findList?: FindList
}

/** Changed flags and segments. Undefined removes one; null, or anything else that is no flag, counts as malformed. */
export type FlagsChange = Pick<FlagsSource, 'flags' | 'segments'>

export type FlagGraph<Outcome> = {
  /** Live: the same map after every change, with each flag compiled. */
  readonly flags: ReadonlyMap<string, CompiledFlag<Outcome>>
  /** The segments, also live, without malformed ones. */
  readonly segments: ReadonlyMap<string, CompiledSegment>
  /**
   * The large segments whose list is missing. They and their dependents are as they were before, or broken where there
   * was none before: never as if nobody were in the list. Once the list is there, the same segment is changed again.
   */
  readonly waiting: ReadonlySet<string>
  /** Whether a flag is one of those that need them. */
  isWaiting(flagKey: string): boolean
  /**
   * Compiles what changed, and all that depends on it. It is atomic: if something fails, nothing changes. Returns the keys
   * of the flags that were compiled again or removed.
   */
  change(change: FlagsChange): ReadonlySet<string>
  /**
   * Like `change`, but pauses after each flag and segment, so that a process can do other things in between. Nothing changes
   * until the end, and no other change may begin before that.
   */
  changeWithPauses(change: FlagsChange): Generator<void, ReadonlySet<string>>
}

/** Tells whether a bundle's format is known. The flags of any other format cannot be read, since it may mean anything. */
export const isKnownFormat = (format: unknown): boolean => format === undefined || format === 1 || format === 2

/**
 * Compiles a bundle's flags, and each segment once for all flags, and applies changes to it: the cost of a change depends on
 * how much it affects. `render` turns each possible result into what the caller needs later, such as its JSON text, so that
 * evaluating only chooses among these. `reckon` estimates the cost of each config.
 */
export function openFlagGraph<Outcome>(
  source: FlagsSource,
  render: Render<Outcome>,
  reckon?: Reckon,
): FlagGraph<Outcome> {
  const flags = new Map<string, CompiledFlag<Outcome>>()
  const segments = new Map<string, CompiledSegment>()
  const items = new Map<Name, Item>()
  const namedBy = openNamedBy()
  /** All that needs a list that is not there. */
  const held = new Set<Name>()
  const waiting = new Set<string>()

  const isKnown = isKnownFormat(source.format)
  const readFlag: ReadItem = (key, flag) => flagItem(key, isKnown ? flag : undefined)

  function* changeWithPauses(change: FlagsChange, read: ReadItems): Generator<void, ReadonlySet<string>> {
    const next = yield* itemsIn(change, read)
    const made = yield* prepareChange({ flags, segments, items, held, namedBy: namedBy.of }, next, {
      render,
      reckon,
      findList: source.findList,
    })
    // From here on nothing can fail.
    for (const [name, item] of next) {
      namedBy.replace(name, items.get(name), item)
      put(items, name, item.isThere ? item : undefined)
    }
    for (const [name, isHeld] of made.held) {
      const { kind, key } = next.get(name) ?? (items.get(name) as Item)
      toggle(held, name, isHeld)
      if (kind === 'segment') toggle(waiting, key, isHeld && isLarge(items.get(name)))
    }
    for (const [key, segment] of made.segments) put(segments, key, segment)
    const others = new Set<string>()
    for (const [key, flag] of made.flags) {
      if (flag !== flags.get(key)) others.add(key)
      put(flags, key, flag)
    }
    return others
  }

  finish(changeWithPauses(source, { flag: readFlag, segment: segmentItem }))
  const orGone =
    (kind: Item['kind'], read: ReadItem): ReadItem =>
    (key, said) =>
      said === undefined ? goneItem(kind, key) : read(key, said)
  const readChange = { flag: orGone('flag', readFlag), segment: orGone('segment', segmentItem) }
  return {
    flags,
    segments,
    waiting,
    isWaiting: (flagKey) => held.has(nameOf('flag', flagKey)),
    change: (change) => finish(changeWithPauses(change, readChange)),
    changeWithPauses: (change) => changeWithPauses(change, readChange),
  }
}

type ReadItem = (key: string, said: unknown) => Item
type ReadItems = Record<Item['kind'], ReadItem>

function* itemsIn(source: FlagsChange, read: ReadItems): Generator<void, Map<Name, Item>> {
  const items = new Map<Name, Item>()
  for (const kind of ['segment', 'flag'] as const) {
    for (const [key, said] of source[`${kind}s`]) {
      items.set(nameOf(kind, key), read[kind](key, said))
      yield
    }
  }
  return items
}

/** Runs the work without pauses. */
function finish<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

const isLarge = (item: Item | undefined): boolean => item?.described !== undefined && 'large' in item.described

function toggle<Value>(into: Set<Value>, value: Value, isIn: boolean): void {
  if (isIn) into.add(value)
  else into.delete(value)
}

function put<Key, Value>(into: Map<Key, Value>, key: Key, value: Value | undefined): void {
  if (value === undefined) into.delete(key)
  else into.set(key, value)
}
