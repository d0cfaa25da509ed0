import type { FlagConfig, Prerequisite, Rule, SegmentRule } from '@bunting/engine'
import { conditionsText } from './condition-text.ts'
import { briefText } from './value-text.ts'

export const ruleName = ({ name, id }: Pick<Rule, 'name' | 'id'>): string => (name === '' ? id : name)

/** The audience of a rule: `25 % of everyone, by companyId, drawn as unleash does`, `email ends with "@example.com"`. */
const audienceText = ({ conditions, conditionOperator, rolloutPercentage, bucketBy, hash }: Rule): string => {
  const who = conditionsText(conditions, conditionOperator)
  const share = rolloutPercentage === undefined ? who : `${rolloutPercentage} % of ${who}`
  const unit = bucketBy === undefined ? share : `${share}, by ${bucketBy}`
  return hash === undefined ? unit : `${unit}, drawn as ${hash.kind} does`
}

const answerText = ({ value, distribution }: Rule): string =>
  distribution === undefined
    ? briefText(value)
    : distribution.map(({ variant, weight }) => `${variant} ${weight}`).join(' : ')

const orOff = (words: string, { enabled }: Pick<Rule, 'enabled'>): string => `${words}${enabled ? '' : ' (rule off)'}`

export const ruleText = (rule: Rule): string => orOff(`${audienceText(rule)} → ${answerText(rule)}`, rule)

/** A segment's rule in words: its audience, since it has no value. */
export const segmentRuleText = (rule: SegmentRule): string =>
  orOff(conditionsText(rule.conditions, rule.conditionOperator), rule)

/** A prerequisite in words: `payments is true`; `colour is "red" or "blue"`. */
export const prerequisiteText = ({ flagKey, values }: Prerequisite): string => `${flagKey} is ${answersText(values)}`

/** Alternative answers in words, any of which fulfils a prerequisite. */
export const answersText = (values: Prerequisite['values']): string => values.map(briefText).join(' or ')

/** A config in a few words. */
export const configText = ({
  enabled,
  defaultValue,
  rules,
  prerequisites = [],
}: Omit<FlagConfig, 'version'>): string => {
  if (!enabled) return `everyone gets ${briefText(defaultValue)}`
  const needs = prerequisites.length === 0 ? '' : `while ${prerequisites.map(prerequisiteText).join(' and ')}: `
  const active = rules.filter((rule) => rule.enabled)
  if (active.length === 0) return `${needs}everyone gets ${briefText(defaultValue)}, for there is no rule`
  return `${needs}${active.map(ruleText).join('; ')}; otherwise ${briefText(defaultValue)}`
}
