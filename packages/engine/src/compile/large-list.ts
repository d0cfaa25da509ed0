import { type HashList, hasHash } from '../lists/hash-list.ts'
import { unitHasher } from '../lists/unit-hash.ts'
import type { LargeList } from '../types.ts'
import type { Cost } from './cost.ts'

/** Finds the list that a bundle names, in exactly that version; undefined while it is not loaded. */
export type FindList = (named: LargeList) => HashList | undefined

/** The units of a list that is too large for a bundle. Only their hashes are known. */
export type HashedIds = { readonly hasUnit: (unit: string) => boolean }

export const hashedIds = ({ salt }: LargeList, list: HashList): HashedIds => {
  const hash = unitHasher(salt)
  return {
    hasUnit: (unit) => {
      const { high, low } = hash(unit)
      return hasHash(list, high, low)
    },
  }
}

/** A hash and a look-up; a long unit takes as long as SHA-1 does. */
export const largeListCost: Cost = { fixed: 2_000, perText: 60_000 }
