import { type FlagType, type FlagValue, type HashKind, sameValue } from '@bunting/engine'
import type { ConfigEntry } from '../../project-file/project-file.ts'
import { audienceOf, type Logic } from './logic.ts'
import { type Part, splitOf } from './split.ts'

type Rule = ConfigEntry['rules'][number]

/** People in the order that the source asks: the first that they are in decides. */
export type Case = { id: string; name: string; when: Logic; give: Give }
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
): Rule[] => {
  const rules: Rule[] = []
  for (const { id, name, when, give } of cases) {
    if (when === false) continue
    const audience = { ...audienceOf(when), enabled: true }
    const unit = 'bucketBy' in give && give.bucketBy !== undefined ? { bucketBy: give.bucketBy } : {}
    if ('parts' in give) {
      const distribution = splitOf(give.parts, type, valueFor)
      if (distribution.length > 0) rules.push({ id, name, ...audience, distribution, ...unit, hash: give.hash })
      if (!unitsAreSure) rules.push({ id: `${id}-no-unit`, name: 'Without a unit', ...audience, value: otherwise })
    } else if ('percentage' in give) {
      const { value, percentage, hash } = give
      rules.push({ id, name, ...audience, value, rolloutPercentage: percentage, ...unit, hash })
    } else rules.push({ id, name, ...audience, value: give.value })
    if (when === true && !('percentage' in give)) break
  }
  return withoutTail(rules, otherwise)
}

/** The last rules answer what the flag answers anyway. */
const withoutTail = (rules: readonly Rule[], otherwise: FlagValue): Rule[] => {
  const last = rules.findLastIndex((rule) => rule.hash !== undefined || !sameValue(rule.value, otherwise))
  return rules.slice(0, last + 1)
}
