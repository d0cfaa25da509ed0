import type { ConditionExplanation, EvaluationResult, FlagConfig, Rule } from '@bunting/engine'
import { findOperator } from '@bunting/engine'
import { nameRule, sayValue } from '../../../diff/words.ts'
import { isolate } from '../../../format/isolate.ts'
import { percent } from '../../../format/number.ts'

/** `is one of` as `is not one of`, `ends with` as `does not end with`: what an operator's label says when it does not hold. */
export const negate = (label: string): string => {
  if (label === 'is none of') return 'is one of'
  if (/^is not\b/.test(label)) return label.replace('is not', 'is')
  if (/^is\b/.test(label)) return label.replace('is', 'is not')
  if (label.startsWith('does not ')) return label.replace(/^does not (\w+)/, '$1s')
  return label.replace(/^(\w+?)(e?s)\b/, (_, verb: string, ending: string) =>
    ending === 'es' && /(ch|sh|ss|x)$/.test(verb)
      ? `does not ${verb}`
      : `does not ${verb}${ending === 'es' ? 'e' : ''}`,
  )
}

/** What stands between the attribute's value and what it was compared with. */
export const sayCompared = ({ operator, matched }: ConditionExplanation): string => {
  const label = findOperator(operator)?.label ?? operator
  return matched ? label : negate(label)
}

/** Why this answer came, as a sentence. */
export const sayWhy = (config: FlagConfig | null, result: EvaluationResult, environment: string): string => {
  const at = config?.rules.findIndex(({ id }) => id === result.ruleId) ?? -1
  const rule = config?.rules[at]
  switch (result.reason) {
    case 'FLAG_NOT_FOUND':
      return `Nothing is saved in ${isolate(environment)}: apps there get nothing for this flag.`
    case 'DISABLED':
      return `It is off in ${isolate(environment)}, so everyone gets the default.`
    case 'DEFAULT':
      return config?.rules.length === 0
        ? 'There are no rules: everyone gets the default.'
        : 'No rule matched, so it is the default.'
    default:
      return rule ? `${nameRule(rule, at)}${rule.name === '' ? '' : ','} matched${sayRollout(rule, result)}.` : ''
  }
}

const sayRollout = ({ rolloutPercentage, distribution }: Rule, { variant }: EvaluationResult): string => {
  const inside = rolloutPercentage === undefined ? '' : ` and this one is in its ${percent(rolloutPercentage)}`
  return distribution ? `${inside}; the split gives ${variant}` : inside
}

/** `Version 7 gives classic`, where it differs. */
export const sayOther = (now: EvaluationResult, live: EvaluationResult, version: number): string =>
  now.value === live.value ? '' : ` Version ${version} gives ${live.value === null ? 'nothing' : sayValue(live.value)}.`
