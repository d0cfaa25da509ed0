import type { FlagConfig, Rule, Variant } from '@bunting/engine'
import { changesBetween } from '../diff/changes/changes-between.ts'
import { capital, nameRule } from '../diff/words/words.ts'
import { changeRule, insertRule, removeRule, setRules } from './edit.ts'
import type { Clash } from './merge.ts'
import { type ConfigPart, type PartRef, variantsOf } from './parts.ts'

/** One side of a clash in words: its change from the common base. */
export const sayClash = (base: FlagConfig, { part, ...sides }: Clash, side: 'mine' | 'theirs'): string =>
  changesBetween(base, putAt(base, part, sides[side]))
    .changes.map(({ what }) => capital(what))
    .join('; ')

const putAt = (base: FlagConfig, part: PartRef, value: unknown): FlagConfig => {
  if (part.kind === 'config') return { ...base, [part.part]: value }
  if (part.kind === 'order') return setRules(base, inOrder(base.rules, value as readonly string[]))
  if (part.kind === 'variant') {
    const others = variantsOf(base).filter(({ key }) => key !== part.key)
    return { ...base, variants: value === undefined ? others : [...others, value as Variant] }
  }
  if (part.part !== 'all') return changeRule(base, part.ruleId, (rule) => ({ ...rule, ...(value as Partial<Rule>) }))
  const at = base.rules.findIndex(({ id }) => id === part.ruleId)
  const without = removeRule(base, part.ruleId)
  return value === undefined ? without : insertRule(without, value as Rule, at < 0 ? base.rules.length : at)
}

const inOrder = (rules: readonly Rule[], ids: readonly string[]): Rule[] =>
  rules.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))

const configWords: Record<ConfigPart, string> = {
  enabled: 'The flag',
  defaultValue: 'Everyone else',
  prerequisites: 'What the flag needs',
}

/** The place of a clash: `Rule 2, Pilot countries`. */
export const sayPlace = (config: FlagConfig, part: PartRef): string => {
  if (part.kind === 'order') return 'The order of the rules'
  if (part.kind === 'variant') return `Variant ${part.key}`
  if (part.kind === 'config') return configWords[part.part]
  const at = config.rules.findIndex(({ id }) => id === part.ruleId)
  const rule = config.rules[at]
  return rule ? nameRule(rule, at) : 'A new rule'
}
