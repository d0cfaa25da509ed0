import type { Condition, FlagConfig, SegmentConfig } from '../types.ts'
import { isGroup, isOfSegments, keysOf, leavesOf, partsOf } from './conditions.ts'

/** A segment or flag that a config names, and the path at which it does. */
export type Reference = { kind: 'segment' | 'flag'; key: string; path: string }

/** Everything that a config needs to be evaluated: segments in the order of the rules, then flags. */
export function referencesOf(config: FlagConfig | SegmentConfig): Reference[] {
  const found: Reference[] = []
  for (const [at, { conditions }] of config.rules.entries()) {
    if (!conditions.some(namesSegments)) continue
    for (const { condition, path } of leavesOf(conditions, `rules[${at}].conditions`)) {
      if (!isOfSegments(condition)) continue
      const isOne = typeof condition.value === 'string'
      for (const [place, key] of keysOf(condition).entries()) {
        found.push({ kind: 'segment', key, path: isOne ? `${path}.value` : `${path}.value[${place}]` })
      }
    }
  }
  const prerequisites = 'prerequisites' in config ? (config.prerequisites ?? []) : []
  for (const [at, { flagKey }] of prerequisites.entries()) {
    found.push({ kind: 'flag', key: flagKey, path: `prerequisites[${at}].flagKey` })
  }
  return found
}

/** Tells whether a condition names segments. Few do, and only for those the path is computed. */
const namesSegments = (condition: Condition): boolean =>
  isGroup(condition) ? partsOf(condition).members.some(namesSegments) : isOfSegments(condition)
