import type { Rule } from '@bunting/engine'
import { same } from '../../../format/same.ts'

export type Placed = { rule: Rule; index: number }
export type RulePair = { before: Placed; after: Placed; moved: boolean }
export type PairedRules = { pairs: readonly RulePair[]; added: readonly Placed[]; removed: readonly Placed[] }

/** The signs that two rules are the same one, from the surest to the weakest. */
const signs: readonly ((one: Rule, other: Rule) => boolean)[] = [
  (one, other) => one.id === other.id,
  (one, other) => same({ ...one, id: '' }, { ...other, id: '' }),
  (one, other) => one.name !== '' && one.name === other.name,
]

/** Pairs the rules of two configs. Environments have different rule ids, so an equal name or content counts as well. */
export const pairRules = (before: readonly Rule[], after: readonly Rule[]): PairedRules => {
  let removed = before.map((rule, index) => ({ rule, index }))
  let added = after.map((rule, index) => ({ rule, index }))
  const found: Omit<RulePair, 'moved'>[] = []
  for (const isSame of signs) {
    for (const candidate of added) {
      const match = removed.find(({ rule }) => isSame(rule, candidate.rule))
      if (!match) continue
      found.push({ before: match, after: candidate })
      removed = removed.filter((one) => one !== match)
    }
    added = added.filter((one) => !found.some((pair) => pair.after === one))
  }
  const inOrder = found.toSorted((one, other) => one.after.index - other.after.index)
  const stayed = longestRise(inOrder.map((pair) => pair.before.index))
  return { pairs: inOrder.map((pair) => ({ ...pair, moved: !stayed.has(pair.before.index) })), added, removed }
}

/** The longest rising subsequence: the rules that kept their order. All others have moved. */
const longestRise = (numbers: readonly number[]): ReadonlySet<number> => {
  const best: number[][] = []
  for (const number of numbers) {
    const before = best.filter((rise) => (rise.at(-1) ?? 0) < number)
    const longest = before.reduce<number[]>((one, other) => (other.length > one.length ? other : one), [])
    best.push([...longest, number])
  }
  return new Set(best.reduce<number[]>((one, other) => (other.length > one.length ? other : one), []))
}
