import { type FlagConfig, referencesOf, type SegmentConfig } from '@bunting/engine'
import type { ConfigEntry, SegmentConfigEntry } from './project-file.ts'

type Entry = ConfigEntry | SegmentConfigEntry

/** The segments or the flags that a config names. */
export const namedIn = (config: Entry, kind: 'segment' | 'flag'): string[] =>
  referencesOf(config as unknown as FlagConfig | SegmentConfig)
    .filter((reference) => reference.kind === kind)
    .map(({ key }) => key)

/**
 * Keys, each after those that it needs, and otherwise as they were. Written in this order, no config ever closes a circle
 * with one that is about to change. What goes in a circle for good is left to the server to refuse.
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

/** The other way round: nothing goes before what needs it. */
export const needsLast = (keys: readonly string[], needsOf: (key: string) => readonly string[]): string[] =>
  needsFirst(keys.toReversed(), needsOf).toReversed()
