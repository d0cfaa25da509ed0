import type { Condition, FlagConfig, Rule } from './flag-config.ts'
import { valueText } from './value-text.ts'

const conditionText = ({ attribute, operator, value }: Condition): string =>
  value === undefined ? `${attribute} ${operator}` : `${attribute} ${operator} ${valueText(value)}`

export const ruleName = ({ name, id }: Pick<Rule, 'name' | 'id'>): string => (name === '' ? id : name)

/** Who a rule is for: `25 % of everyone`, `email ends_with "@example.com"`. */
const audienceText = ({ conditions, conditionOperator, rolloutPercentage, bucketBy }: Rule): string => {
  const who = conditions.length === 0 ? 'everyone' : conditions.map(conditionText).join(` ${conditionOperator} `)
  const share = rolloutPercentage === undefined ? who : `${rolloutPercentage} % of ${who}`
  return bucketBy === undefined ? share : `${share}, by ${bucketBy}`
}

const answerText = ({ value, distribution }: Rule): string =>
  distribution === undefined
    ? valueText(value)
    : distribution.map(({ variant, weight }) => `${variant} ${weight}`).join(' : ')

export const ruleText = (rule: Rule): string =>
  `${audienceText(rule)} → ${answerText(rule)}${rule.enabled ? '' : ' (rule off)'}`

/** What a config answers, in a few words. */
export const configText = ({ enabled, defaultValue, rules }: Omit<FlagConfig, 'version'>): string => {
  if (!enabled) return `everyone gets ${valueText(defaultValue)}`
  const active = rules.filter((rule) => rule.enabled)
  if (active.length === 0) return `everyone gets ${valueText(defaultValue)}, for there is no rule`
  return `${active.map(ruleText).join('; ')}; otherwise ${valueText(defaultValue)}`
}
