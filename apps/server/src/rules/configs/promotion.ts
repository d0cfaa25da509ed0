import { ApiError } from '@bunting/contract'
import { type FlagConfig, inOrder, referencesOf, type SegmentConfig, sameValue } from '@bunting/engine'

type Config = FlagConfig | SegmentConfig

/** What came of promoting one. */
export type Outcome =
  | { outcome: 'same' }
  | { outcome: 'changed'; version: number }
  | { outcome: 'proposed'; proposalId?: string }
  | { outcome: 'failed'; message: string }

/** What an environment has of what is promoted. */
export type Promotable = {
  /** As they were asked for. */
  keys: readonly string[]
  flags: ReadonlyMap<string, FlagConfig>
  segments: ReadonlyMap<string, { config: SegmentConfig }>
  /** Of keys that have no config there: why. */
  lacks: ReadonlyMap<string, string>
}

/** The version aside: each environment counts its own. */
export const sameConfig = (one: Config, other: Config | undefined): boolean =>
  other !== undefined && sameValue({ ...one, version: 0 }, { ...other, version: 0 })

const segmentsIn = (config: Config): string[] =>
  referencesOf(config).flatMap(({ kind, key }) => (kind === 'segment' ? [key] : []))

/** The segments that the flags need, by whatever way, each after all that it needs itself. */
export const segmentsFirst = ({ flags, segments }: Promotable): [string, SegmentConfig][] => {
  // A set is gone through with what is added on the way.
  const found = new Set([...flags.values()].flatMap(segmentsIn))
  for (const key of found) {
    const segment = segments.get(key)
    for (const inner of segment ? segmentsIn(segment.config) : []) found.add(inner)
  }
  const needed = new Map([...segments].filter(([key]) => found.has(key)))
  const ordered = inOrder(needed, ({ config }) => segmentsIn(config))
  return Array.from(ordered, ({ key, item }) => [key, item.config])
}

/** Flags after their parents, where those are promoted with them. */
export const parentsFirst = ({ flags }: Promotable): [string, FlagConfig][] => {
  const ordered = inOrder(flags, ({ prerequisites = [] }) => prerequisites.map(({ flagKey }) => flagKey))
  return Array.from(ordered, ({ key, item }) => [key, item])
}

/** So many flags at a time, each with all that they need. What several of them need comes again. */
export function* partsOf(promotable: Promotable, size: number): Generator<Promotable> {
  for (let at = 0; at < promotable.keys.length; at += size) {
    const keys = promotable.keys.slice(at, at + size)
    // A set is gone through with what is added on the way.
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

/** A config does not go where what it needs did not arrive. */
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

/** What is refused fails by itself; whatever else goes wrong ends the whole. */
export const failureOf = (error: unknown): Outcome => {
  if (!(error instanceof ApiError) || error.status >= 500) throw error
  const [first] = error.details ?? []
  const why = first ? [first.path, `${first.message}.`] : []
  return { outcome: 'failed', message: [error.message, ...why].filter((part) => part !== '').join(' ') }
}
