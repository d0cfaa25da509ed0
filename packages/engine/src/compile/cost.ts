import type { FlagConfig, SegmentConfig } from '../types.ts'

/** What one evaluation takes at the most, in nanoseconds of a slow machine. */
export type Cost = {
  /** Whatever a context holds. */
  readonly fixed: number
  /** For every `longestText` characters of the longest attribute on top. */
  readonly perText: number
}

/** Works out what a config costs by itself. For who has to know: an SDK leaves it out, with all that it takes. */
export type Reckon = (config: FlagConfig | SegmentConfig) => Cost

/** What costs something, and what it needs. */
type Costly = {
  /** By itself. */
  readonly ownCost: Cost
  /** With all that it needs. */
  readonly cost: Cost
  readonly needs: readonly (Costly | undefined)[]
}

export const noCost: Cost = { fixed: 0, perText: 0 }

/** Who needs more than this has it counted as often as it is named: looking for each once would take too long. */
const maxFound = 256

/** Something with all that it needs, each counted once. */
export function costWithNeeds(ownCost: Cost, needs: Costly['needs']): Cost {
  const there = needs.filter((need) => need !== undefined)
  if (there.length < 2) return sumOf([ownCost, ...there.map(({ cost }) => cost)])
  // Grows while it is gone through.
  const found = new Set(there)
  for (const { needs } of found) {
    if (found.size > maxFound) return sumOf([ownCost, ...there.map(({ cost }) => cost)])
    for (const need of needs) if (need) found.add(need)
  }
  return sumOf([ownCost, ...Array.from(found, ({ ownCost }) => ownCost)])
}

const sumOf = (costs: readonly Cost[]): Cost =>
  costs.reduce((sum, { fixed, perText }) => ({ fixed: sum.fixed + fixed, perText: sum.perText + perText }), noCost)
