import { nearest } from '@bunting/contract'
import { ruleName } from '@bunting/contract/text'
import { didYouMean, wrongUse } from '../core/failure.ts'
import type { Draft, FlagValue, Rule } from './flag-config.ts'

type Rollout = { percentage: number; rule: string | undefined; value: FlagValue | undefined }

/**
 * Finds the rule to roll out: the named one, else the only one with a percentage, else the first for everyone (no rule after
 * that one is reached).
 */
export const findRolloutRule = (rules: readonly Rule[], wanted: string | undefined): Rule | undefined =>
  wanted === undefined ? (onlyRollout(rules) ?? forEveryone(rules)) : getRule(rules, wanted)

/** Sets the percentage of that rule, and adds a rule if there is none. */
export const setRollout = (draft: Draft, { percentage, rule: wanted, value }: Rollout): Draft => {
  const rule = findRolloutRule(draft.rules, wanted)
  if (rule) {
    const changed = { ...rule, rolloutPercentage: percentage, ...(value === undefined ? {} : { value }) }
    return { ...draft, rules: draft.rules.map((each) => (each === rule ? changed : each)) }
  }
  return { ...draft, rules: [...draft.rules, newRule(percentage, value ?? opposite(draft.defaultValue))] }
}

const onlyRollout = (rules: readonly Rule[]): Rule | undefined => {
  const found = rules.filter((rule) => rule.rolloutPercentage !== undefined)
  if (found.length > 1) wrongUse(`Several rules roll out: ${found.map(ruleName).join(', ')}.`, '--rule <name or id>')
  return found[0]
}

const forEveryone = (rules: readonly Rule[]): Rule | undefined =>
  rules.find(({ enabled, conditions, distribution }) => enabled && conditions.length === 0 && !distribution)

/** Finds a rule by its id or its name. */
export const getRule = (rules: readonly Rule[], wanted: string): Rule => {
  const found = rules.filter(({ id, name }) => id === wanted || name === wanted)
  if (found.length > 1) wrongUse(`Several rules are called "${wanted}": name one by its id.`)
  const near = nearest(wanted, rules.map(ruleName))
  return found[0] ?? wrongUse(`There is no rule "${wanted}".${didYouMean(near)}`)
}

/** A new rule without an id, which the server assigns. */
const newRule = (rolloutPercentage: number, value: FlagValue): Rule =>
  ({
    name: 'Rollout',
    enabled: true,
    conditionOperator: 'AND',
    conditions: [],
    value,
    rolloutPercentage,
  }) as unknown as Rule

const opposite = (defaultValue: FlagValue): FlagValue =>
  typeof defaultValue === 'boolean' ? !defaultValue : wrongUse('What do they get?', '--value <value>')
