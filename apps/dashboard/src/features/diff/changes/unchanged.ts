import { isolate, sayList } from '@bunting/contract/text'
import type { FlagConfig } from '@bunting/engine'
import { plural } from '../../../format/number.ts'
import { sayValue } from '../../../format/say-value.ts'
import type { Change } from './change.ts'
import type { RulePair } from './pair-rules.ts'
import { ruleKey } from './rule-changes.ts'

/** The unchanged parts, as the end of a sentence: `rule 1, the conditions of rule 2, the default classic, 3 variants`. */
export const sayUnchanged = (config: FlagConfig, pairs: readonly RulePair[], changes: readonly Change[]): string => {
  const isTouched = (key: string) => changes.some((change) => change.key === key || change.key.startsWith(`${key}.`))
  const whole = pairs.filter(({ after }) => !isTouched(ruleKey(after.rule))).map(({ after }) => after.index + 1)
  return [
    ...(whole.length === 0 ? [] : [`${whole.length === 1 ? 'rule' : 'rules'} ${sayList(whole.map(String))}`]),
    ...pairs.flatMap(({ after: { rule, index } }) => {
      const key = ruleKey(rule)
      if (!isTouched(key)) return []
      const parts = [
        rule.conditions.length > 0 && !isTouched(`${key}.condition`) && !isTouched(`${key}.match`) && 'the conditions',
        rule.rolloutPercentage !== undefined && !isTouched(`${key}.rollout`) && 'the rollout',
        !isTouched(`${key}.gives`) && (rule.distribution ? 'the split' : 'the value'),
      ].filter((part) => part !== false)
      return parts.length === 0 ? [] : [`${sayList(parts)} of rule ${index + 1}`]
    }),
    ...(isTouched('prerequisite') || !config.prerequisites?.length ? [] : ['what it needs']),
    ...(isTouched('default') ? [] : [`the default ${isolate(sayValue(config.defaultValue))}`]),
    ...(isTouched('variant') || !config.variants?.length ? [] : [plural(config.variants.length, 'variant')]),
  ].join(', ')
}
