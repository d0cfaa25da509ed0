import { type FlagConfig, referencesOf, type SegmentConfig } from '@bunting/engine'
import type { ConfigEntry, SegmentConfigEntry } from './project-file.ts'

type Entry = ConfigEntry | SegmentConfigEntry

/** The segments or the flags that a config names. */
export const namedIn = (config: Entry, kind: 'segment' | 'flag'): string[] =>
  referencesOf(config as unknown as FlagConfig | SegmentConfig)
    .filter((reference) => reference.kind === kind)
    .map(({ key }) => key)

/**
 * Sorts keys so that each comes after those it needs, and keeps the order otherwise. Configs written in this order never
 * form a cycle with one that is about to change. Real cycles are left to the server, which refuses them.
 */
export const needsFirst = (keys: readonly string[], needsOf: (key: string) => readonly string[]): string[] => {
  const ordered = new Set<string>()
  const seen = new Set<string>()
  const open = keys.toReversed()
  for (let key = open.at(-1); key !== undefined; key = open.at(-1)) {
    if (seen.has(key)) {
      ordered.add(key)
      open.pop()
    } else {
      seen.add(key)
      open.push(
        ...needsOf(key)
          .toReversed()
          .filter((needed) => !seen.has(needed)),
      )
    }
  }
  const wanted = new Set(keys)
  return [...ordered].filter((key) => wanted.has(key))
}

/** Sorts the other way round: each key comes before those it needs. */
export const needsLast = (keys: readonly string[], needsOf: (key: string) => readonly string[]): string[] =>
  needsFirst(keys.toReversed(), needsOf).toReversed()
