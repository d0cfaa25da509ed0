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
  const visit = (key: string): void => {
    if (seen.has(key)) return
    seen.add(key)
    for (const needed of needsOf(key)) visit(needed)
    ordered.add(key)
  }
  for (const key of keys) visit(key)
  const wanted = new Set(keys)
  return [...ordered].filter((key) => wanted.has(key))
}

/** The other way round: nothing goes before what needs it. */
export const needsLast = (keys: readonly string[], needsOf: (key: string) => readonly string[]): string[] =>
  needsFirst(keys.toReversed(), needsOf).toReversed()
