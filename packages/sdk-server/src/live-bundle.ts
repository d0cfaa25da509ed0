import {
  isKnownFormat,
  type LargeList,
  type LargeSegment,
  openFlagGraph,
  readExperiment,
  type SplitRule,
  sameValue,
} from '@bunting/engine'
import type { Bundle, BundleFlag, Patch } from './bundle.ts'
import { type CompiledFlag, type Outcome, outcomeOf, withCounts } from './compiled-flag.ts'
import { type ExperimentsIn, runningOf } from './exposures.ts'

import { type Lists, noLists } from './lists.ts'

/** The fields of a bundle other than its flags and segments. */
export type Head = Omit<Bundle, 'flags' | 'segments'>

/** Changed flags and segments; undefined for those that were removed. */
type Said = { readonly flags: ReadonlyMap<string, unknown>; readonly segments: ReadonlyMap<string, unknown> }

const nothing: Said = { flags: new Map(), segments: new Map() }

/** A bundle that is updated in place, completely or not at all, at the cost of what changed. */
export const openLiveBundle = (
  first: Bundle,
  lists: Lists = noLists,
  /** Called with the flags that a list changed which came after its bundle. */
  onLists: (keys: readonly string[]) => void = () => undefined,
) => {
  const flags = new Map<string, unknown>()
  const segments = new Map<string, unknown>()
  const compiled = new Map<string, CompiledFlag>()
  let head = headOf(first)
  let experiments: ExperimentsIn | undefined
  let said = nothing
  const flagNow = (key: string): unknown => (said.flags.has(key) ? said.flags.get(key) : flags.get(key))
  const graph = openFlagGraph<Outcome>({ ...nothing, findList: lists.find }, (key, result) =>
    outcomeOf(key, result, flagNow(key)),
  )

  const largeIn = (key: string): LargeList | undefined => (segments.get(key) as Partial<LargeSegment> | null)?.large

  /** Has the lists fetched that flags wait for; when one is here, they are what the bundle says. */
  const followLists = (): void => {
    lists.keepOnly(new Set([...segments.keys()].flatMap((key) => largeIn(key)?.list ?? [])))
    for (const key of graph.waiting) {
      const named = largeIn(key)
      if (named) lists.want(named, () => graph.waiting.has(key) && onLists(compile(takeSegment(key))))
    }
  }
  const takeSegment = (key: string): Said => ({ flags: new Map(), segments: new Map([[key, segments.get(key)]]) })

  /** Gives back the keys of the flags that are others. */
  const compile = (change: Said): readonly string[] => {
    const keys = graph.change(change)
    for (const key of keys) {
      const flag = graph.flags.get(key)
      put(compiled, key, flag && withCounts(key, flag, flagNow(key)))
    }
    return [...keys]
  }

  /** Returns the keys of the flags that were added, removed or changed, or need something that was. */
  const take = (next: Head, saidNow: Said): readonly string[] => {
    const isKnown = isKnownFormat(next.format)
    const read = (flag: unknown) => (flag === undefined || (isKnown && isFlag(flag)) ? flag : null)
    said = saidNow
    try {
      const readFlags = new Map([...said.flags].map(([key, flag]) => [key, read(flag)]))
      const keys = compile({ flags: readFlags, segments: said.segments })
      // From here on nothing can fail.
      for (const [key, flag] of said.flags) put(flags, key, flag)
      for (const [key, segment] of said.segments) put(segments, key, segment)
      head = next
      experiments = undefined
      followLists()
      return keys
    } finally {
      said = nothing
    }
  }

  const replace = (bundle: Bundle): readonly string[] => {
    const isReadOtherwise = isKnownFormat(bundle.format) !== isKnownFormat(head.format)
    return take(headOf(bundle), {
      flags: differenceOf(flags, entriesOf(bundle.flags), isReadOtherwise),
      segments: differenceOf(segments, entriesOf(bundle.segments), false),
    })
  }

  replace(first)
  return {
    /** The same map after every change. */
    flags: compiled as ReadonlyMap<string, CompiledFlag>,
    head: (): Head => head,
    experiments: (): ExperimentsIn => {
      experiments ??= experimentsIn(flags, compiled)
      return experiments
    },
    /** Whether a flag needs a list that is not here. */
    isWaiting: graph.isWaiting,
    replace,
    /** Returns undefined for a patch of another revision. */
    patch: (patch: Patch): readonly string[] | undefined => {
      const { from, revision, environmentId, format } = patch
      if (from !== head.revision || environmentId !== head.environmentId || format !== head.format) return undefined
      return take(
        { ...head, revision },
        { flags: saidIn(flags, patch.flags), segments: saidIn(segments, patch.segments) },
      )
    },
    /** The whole bundle, as a server would send it. */
    text: (): string =>
      JSON.stringify({ ...head, flags: Object.fromEntries(flags), segments: Object.fromEntries(segments) }),
  }
}

/** The running experiments, and the flags whose answers may expose: flags with one, and flags that need such a flag. */
const experimentsIn = (
  flags: ReadonlyMap<string, unknown>,
  compiled: ReadonlyMap<string, CompiledFlag>,
): ExperimentsIn => {
  const running = new Map<string, ReturnType<typeof runningOf>>()
  for (const [key, flag] of flags) {
    const { experiment, config } = Object(flag) as Partial<BundleFlag>
    const found = compiled.get(key)?.broken === false ? readExperiment(experiment) : undefined
    const rule = found && config?.rules.find(({ id, distribution }) => id === found.ruleId && distribution)
    if (rule) running.set(key, runningOf(key, found, rule as SplitRule))
  }
  return { running, mayExpose: running.size > 0 ? withDependents(running.keys(), compiled) : new Set() }
}

/** Returns flags with all their direct and indirect dependents. */
const withDependents = (keys: Iterable<string>, compiled: ReadonlyMap<string, CompiledFlag>): Set<string> => {
  const dependents = new Map<string, string[]>()
  for (const [key, { prerequisites }] of compiled) {
    for (const { flagKey } of prerequisites) {
      const known = dependents.get(flagKey)
      if (known) known.push(key)
      else dependents.set(flagKey, [key])
    }
  }
  const found = new Set(keys)
  // The set grows during the iteration.
  for (const key of found) for (const dependent of dependents.get(key) ?? []) found.add(dependent)
  return found
}

export type LiveBundle = ReturnType<typeof openLiveBundle>

const headOf = ({ flags, segments, ...head }: Bundle): Head => head

const entriesOf = (items: unknown): ReadonlyMap<string, unknown> => new Map(Object.entries(items ?? {}))

/** Tells whether an entry is a flag. Its config is validated when it is compiled. */
const isFlag = (flag: unknown): flag is BundleFlag => typeof (flag as BundleFlag | null)?.id === 'string'

/** The changes that turn one map into another. */
const differenceOf = (
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  isEverything: boolean,
): ReadonlyMap<string, unknown> => {
  const said = new Map([...after].filter(([key, value]) => isEverything || !sameValue(before.get(key), value)))
  for (const key of before.keys()) if (!after.has(key)) said.set(key, undefined)
  return said
}

/** The entries of a patch that differ from those held. */
const saidIn = (before: ReadonlyMap<string, unknown>, said: unknown): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(said ?? {})
      .map(([key, value]): [string, unknown] => [key, value ?? undefined])
      .filter(([key, value]) => !sameValue(before.get(key), value)),
  )

const put = <Value>(into: Map<string, Value>, key: string, value: Value | undefined): void => {
  if (value === undefined) into.delete(key)
  else into.set(key, value)
}
