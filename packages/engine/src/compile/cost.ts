import type { FlagConfig, SegmentConfig } from '../types.ts'

/** The maximum cost of one evaluation, in nanoseconds on a slow machine. */
export type Cost = {
  /** The cost that does not depend on the context. */
  readonly fixed: number
  /** The additional cost for every `longestText` characters of the longest attribute. */
  readonly perText: number
}

/** Estimates the cost of a config by itself. Optional: an SDK leaves it out, along with the code that it needs. */
export type Reckon = (config: FlagConfig | SegmentConfig) => Cost

/** A flag or a segment with its cost, and those that it needs. */
type Costly = {
  /** The cost without dependencies. */
  readonly ownCost: Cost
  /** The cost with all dependencies. */
  readonly cost: Cost
  readonly needs: readonly (Costly | undefined)[]
}

export const noCost: Cost = { fixed: 0, perText: 0 }

/** With more dependencies than this each one is counted as often as it is named: finding duplicates would take too long. */
const maxFound = 256

/** The cost with all dependencies, each counted once. */
export function costWithNeeds(ownCost: Cost, needs: Costly['needs']): Cost {
  const there = needs.filter((need) => need !== undefined)
  if (there.length < 2) return sumOf([ownCost, ...there.map(({ cost }) => cost)])
  // The set grows during the iteration.
  const found = new Set(there)
  for (const { needs } of found) {
    if (found.size > maxFound) return sumOf([ownCost, ...there.map(({ cost }) => cost)])
    for (const need of needs) if (need) found.add(need)
  }
  return sumOf([ownCost, ...Array.from(found, ({ ownCost }) => ownCost)])
}

const sumOf = (costs: readonly Cost[]): Cost =>
  costs.reduce((sum, { fixed, perText }) => ({ fixed: sum.fixed + fixed, perText: sum.perText + perText }), noCost)
