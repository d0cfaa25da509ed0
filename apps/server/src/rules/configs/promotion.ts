import { ApiError } from '@bunting/contract'
import { type FlagConfig, inOrder, referencesOf, type SegmentConfig, sameValue } from '@bunting/engine'

type Config = FlagConfig | SegmentConfig

/** The outcome of promoting one flag or segment. */
export type Outcome =
  | { outcome: 'same' }
  | { outcome: 'changed'; version: number }
  | { outcome: 'proposed'; proposalId?: string }
  | { outcome: 'failed'; message: string }

/** The configs to promote, as the source environment has them. */
export type Promotable = {
  /** In the order of the request. */
  keys: readonly string[]
  flags: ReadonlyMap<string, FlagConfig>
  segments: ReadonlyMap<string, { config: SegmentConfig }>
  /** Why a key has no config in the source environment. */
  lacks: ReadonlyMap<string, string>
}

/** Compares configs without their versions, which each environment counts for itself. */
export const sameConfig = (one: Config, other: Config | undefined): boolean =>
  other !== undefined && sameValue({ ...one, version: 0 }, { ...other, version: 0 })

const segmentsIn = (config: Config): string[] =>
  referencesOf(config).flatMap(({ kind, key }) => (kind === 'segment' ? [key] : []))

/** All segments that the flags need, directly or not, each after those that it needs itself. */
export const segmentsFirst = ({ flags, segments }: Promotable): [string, SegmentConfig][] => {
  // Iterating a set also visits what is added to it on the way.
  const found = new Set([...flags.values()].flatMap(segmentsIn))
  for (const key of found) {
    const segment = segments.get(key)
    for (const inner of segment ? segmentsIn(segment.config) : []) found.add(inner)
  }
  const needed = new Map([...segments].filter(([key]) => found.has(key)))
  const ordered = inOrder(needed, ({ config }) => segmentsIn(config))
  return Array.from(ordered, ({ key, item }) => [key, item.config])
}

/** The flags, each after those of its prerequisites that are promoted too. */
export const parentsFirst = ({ flags }: Promotable): [string, FlagConfig][] => {
  const ordered = inOrder(flags, ({ prerequisites = [] }) => prerequisites.map(({ flagKey }) => flagKey))
  return Array.from(ordered, ({ key, item }) => [key, item])
}

/** Splits a promotion into parts of some flags each, with everything that they need. Parts may overlap. */
export function* partsOf(promotable: Promotable, size: number): Generator<Promotable> {
  for (let at = 0; at < promotable.keys.length; at += size) {
    const keys = promotable.keys.slice(at, at + size)
    // Iterating a set also visits what is added to it on the way.
    const found = new Set(keys)
    for (const key of found) {
      for (const { flagKey } of promotable.flags.get(key)?.prerequisites ?? []) found.add(flagKey)
    }
    const flags = Array.from(found, (key) => [key, promotable.flags.get(key)] as const)
    yield {
      ...promotable,
      keys,
      flags: new Map(flags.filter((flag): flag is [string, FlagConfig] => flag[1] !== undefined)),
    }
  }
}

/** The outcome of a config whose segments were not promoted; undefined if all were. */
export const findAbsent = (config: Config, segments: ReadonlyMap<string, Outcome>): Outcome | undefined => {
  for (const key of segmentsIn(config)) {
    const outcome = segments.get(key)?.outcome
    const why = outcome === 'proposed' ? 'is only proposed: promote this once it is approved' : 'could not be promoted'
    if (outcome === 'proposed' || outcome === 'failed') {
      return { outcome: 'failed', message: `It needs the segment ${key}, which ${why}.` }
    }
  }
  return undefined
}

/** Turns a refusal into an outcome of its own; any other error ends the whole promotion. */
export const failureOf = (error: unknown): Outcome => {
  if (!(error instanceof ApiError) || error.status >= 500) throw error
  const [first] = error.details ?? []
  const why = first ? [first.path, `${first.message}.`] : []
  return { outcome: 'failed', message: [error.message, ...why].filter((part) => part !== '').join(' ') }
}
