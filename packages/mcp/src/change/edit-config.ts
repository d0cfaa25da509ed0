import { fail, invalid } from '@bunting/contract'
import { ruleName } from '@bunting/contract/text'
import type { FlagType, FlagValue, Rule } from '@bunting/engine'
import { cleanText } from '../answer/clean.ts'
import type { Draft } from './people.ts'

export type Edit = {
  enabled?: boolean | undefined
  rollout?: number | undefined
  value?: unknown
  rules?: readonly unknown[] | undefined
}

/** Makes the edited config of a flag, from its latest one or, where it has none yet, from a usual one. */
export const editConfig = (type: FlagType, latest: Draft | undefined, edit: Edit): Draft => {
  const { enabled, rollout, value, rules } = edit
  if ([enabled, rollout, value, rules].every((part) => part === undefined)) {
    invalid('Nothing is to be changed.', [{ path: '', message: 'must have enabled, rollout, value or rules' }])
  }
  if (rollout !== undefined && rules) {
    invalid('rollout and rules contradict each other.', [
      { path: 'rollout', message: 'must not be there beside rules' },
    ])
  }
  const start = latest ?? firstConfig(type, edit)
  const changed: Draft = {
    ...start,
    ...(enabled === undefined ? {} : { enabled }),
    ...(value === undefined ? {} : { defaultValue: value as FlagValue }),
    ...(rules ? { rules: rules.map(wholeRule) } : {}),
  }
  return rollout === undefined ? changed : { ...changed, rules: rolledOut(changed, rollout) }
}

/** A rule with what the API fills in, so that the difference is told by what is saved. */
const wholeRule = (rule: unknown): Rule =>
  ({ name: '', enabled: true, conditionOperator: 'AND', conditions: [], ...(rule as object) }) as unknown as Rule

const ruleFor = (name: string, value: FlagValue): Rule =>
  // The server gives it an id.
  ({ name, enabled: true, conditionOperator: 'AND', conditions: [], value }) as unknown as Rule

/** A boolean flag that is on gives true to everyone by a rule: a default of true would stay true when it is turned off. */
const firstConfig = (type: FlagType, { value, rules }: Edit): Draft => {
  if (type !== 'boolean' && value === undefined) {
    fail('CONFLICT', `The flag has no config in this environment yet: give it a value of the type ${type} first.`)
  }
  const isUsual = type === 'boolean' && value === undefined && !rules
  return {
    enabled: false,
    defaultValue: (value ?? false) as FlagValue,
    rules: isUsual ? [ruleFor('Everyone', true)] : [],
  }
}

/** Sets the percentage of the one rule that has one, else of the one for everyone. A boolean flag may get a new rule. */
const rolledOut = ({ rules, defaultValue }: Draft, rolloutPercentage: number): Rule[] => {
  const found = rules.filter((rule) => rule.rolloutPercentage !== undefined)
  if (found.length > 1) {
    const names = found.map((rule) => `${cleanText(ruleName(rule), 60)} (${rule.id})`).join(', ')
    fail('CONFLICT', `Several rules roll out: ${names}. Change one of them by rules.`)
  }
  const target = found[0] ?? rules.find((rule) => rule.enabled && rule.conditions.length === 0 && !rule.distribution)
  if (target) return rules.map((rule) => (rule === target ? { ...rule, rolloutPercentage } : rule))
  if (typeof defaultValue !== 'boolean') fail('CONFLICT', 'No rule rolls out: say by rules what is rolled out to whom.')
  return [...rules, { ...ruleFor('Rollout', !defaultValue), rolloutPercentage }]
}
