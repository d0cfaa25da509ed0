import { nearest } from '@bunting/contract'
import type { ChangedFlag, Comparison } from '../scan/compare.ts'
import type { Reference, Scan, UnknownReference } from '../scan/scan.ts'

/** The result of a check, in the form of the JSON output. */
export type Check = {
  /** Lines that name archived flags. */
  archived: Omit<Reference, 'text'>[]
  /** Calls for flags that do not exist, each with a similar key if there is one. */
  unknown: (UnknownReference & { near?: string })[]
  /** The flags that a change adds, changes and removes, if there is a base to compare with. */
  added?: ChangedFlag[]
  changed?: ChangedFlag[]
  removed?: ChangedFlag[]
}

/** The maximum number of unknown keys for which a similar one is searched, since each search takes time. */
const maxNear = 20

export const makeCheck = (scan: Scan, comparison: Comparison | undefined): Check => {
  // An archived one would be as wrong.
  const keys = scan.flags.filter(({ archived }) => !archived).map(({ key }) => key)
  const near = new Map<string, string | undefined>()
  for (const { flagKey } of scan.unknown) {
    if (!near.has(flagKey) && near.size < maxNear) near.set(flagKey, nearest(flagKey, keys))
  }
  return {
    archived: scan.flags
      .filter(({ archived }) => archived)
      .flatMap(({ references }) => references.map(({ text: _, ...reference }) => reference)),
    unknown: scan.unknown.map((call) => {
      const meant = near.get(call.flagKey)
      return meant === undefined ? call : { ...call, near: meant }
    }),
    ...comparison,
  }
}

/** Returns whether a check passes. */
export const passes = ({ archived, unknown }: Check): boolean => archived.length + unknown.length === 0
