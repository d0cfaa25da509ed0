import { type FlagType, type FlagValue, type HashKind, sameValue } from '@bunting/engine'
import { type RuleEntry, ruleFor } from '../shared/rules.ts'
import type { Tree } from '../shared/tree.ts'
import { type Part, sharesOf } from './shares.ts'

/** A case of the source. Cases are tried in order, and the first whose condition holds decides. */
export type Case = { id: string; name: string; when: Tree; give: Give }
type Drawn = { hash: { kind: HashKind; salt: string }; bucketBy?: string }
export type Give =
  | { value: FlagValue }
  | ({ value: FlagValue; percentage: number } & Drawn)
  | ({ parts: readonly Part[] } & Drawn)

/**
 * Converts a source's cases to rules. A split skips contexts without a unit: they get `otherwise`, before any later case is
 * tried, unless an earlier case handles them (`unitsAreSure`).
 */
export const rulesOf = (
  cases: readonly Case[],
  type: FlagType,
  valueFor: (variant: string) => FlagValue,
  otherwise: FlagValue,
  { unitsAreSure = false }: { unitsAreSure?: boolean } = {},
): RuleEntry[] => {
  const rules: RuleEntry[] = []
  for (const { id, name, when: tree, give } of cases) {
    const unit = 'bucketBy' in give && give.bucketBy !== undefined ? { bucketBy: give.bucketBy } : {}
    const add = (answer: Partial<RuleEntry>) => rules.push(...ruleFor({ id, name, tree }, answer))
    if ('parts' in give) {
      const distribution = sharesOf(give.parts, type, valueFor)
      if (distribution.length > 0) add({ distribution, ...unit, hash: give.hash })
      if (!unitsAreSure) {
        rules.push(...ruleFor({ id: `${id}-no-unit`, name: 'Without a unit', tree }, { value: otherwise }))
      }
    } else if ('percentage' in give) {
      const { value, percentage, hash } = give
      add({ value, rolloutPercentage: percentage, ...unit, hash })
    } else add({ value: give.value })
    if (tree === true && !('percentage' in give)) break
  }
  return withoutTail(rules, otherwise)
}

/** Removes the last rules if they answer the default value anyway. */
const withoutTail = (rules: readonly RuleEntry[], otherwise: FlagValue): RuleEntry[] => {
  const last = rules.findLastIndex((rule) => rule.hash !== undefined || !sameValue(rule.value, otherwise))
  return rules.slice(0, last + 1)
}
