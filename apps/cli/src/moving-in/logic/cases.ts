import { type FlagType, type FlagValue, type HashKind, sameValue } from '@bunting/engine'
import { type RuleEntry, ruleFor } from '../shared/rules.ts'
import type { Tree } from '../shared/tree.ts'
import { type Part, sharesOf } from './shares.ts'

/** People in the order that the source asks: the first that they are in decides. */
export type Case = { id: string; name: string; when: Tree; give: Give }
type Drawn = { hash: { kind: HashKind; salt: string }; bucketBy?: string }
export type Give =
  | { value: FlagValue }
  | ({ value: FlagValue; percentage: number } & Drawn)
  | ({ parts: readonly Part[] } & Drawn)

/**
 * A source's cases as rules. A split leaves over those who have no unit: `otherwise` is what they get, before any case that
 * comes later asks about them, unless an earlier case took them (`unitsAreSure`).
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

/** The last rules answer what the flag answers anyway. */
const withoutTail = (rules: readonly RuleEntry[], otherwise: FlagValue): RuleEntry[] => {
  const last = rules.findLastIndex((rule) => rule.hash !== undefined || !sameValue(rule.value, otherwise))
  return rules.slice(0, last + 1)
}
