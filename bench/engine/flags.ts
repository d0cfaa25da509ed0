import type { FlagConfig, Rule } from '@bunting/engine'

export type Kind = 'plain' | 'rules' | 'rollout'

/** A flag as every engine gets it, in its own words. */
export type BenchFlag = { key: string; kind: Kind }

export type BenchCondition =
  | { attribute: string; operator: 'equals'; value: string }
  | { attribute: string; operator: 'in'; value: readonly string[] }
  | { attribute: string; operator: 'gt'; value: number }

const kinds: readonly Kind[] = ['plain', 'rules', 'rollout']

/** One of each kind in turn. */
export const flagsOf = (count: number): BenchFlag[] =>
  Array.from({ length: count }, (_, i) => ({ key: `flag-${i}`, kind: kinds[i % kinds.length] as Kind }))

/** Three rules of two conditions, both of which must hold. Without a rule that matches the flag is off. */
export const rules: readonly (readonly [BenchCondition, BenchCondition])[] = [
  [
    { attribute: 'plan', operator: 'in', value: ['pro', 'enterprise'] },
    { attribute: 'country', operator: 'equals', value: 'US' },
  ],
  [
    { attribute: 'country', operator: 'in', value: ['NL', 'BE', 'DE'] },
    { attribute: 'age', operator: 'gt', value: 65 },
  ],
  [
    { attribute: 'plan', operator: 'equals', value: 'pro' },
    { attribute: 'age', operator: 'gt', value: 18 },
  ],
]

export const percentage = 25

export const ruleId = (index: number): string => `rule-${index + 1}`

const rule = (index: number, fields: Partial<Rule>): Rule => ({
  id: ruleId(index),
  name: '',
  enabled: true,
  conditionOperator: 'AND',
  conditions: [],
  value: true,
  ...fields,
})

const rulesOf: Record<Kind, readonly Rule[]> = {
  plain: [],
  rules: rules.map((conditions, index) => rule(index, { conditions })),
  rollout: [rule(0, { rolloutPercentage: percentage })],
}

export const configOf = ({ kind }: BenchFlag): FlagConfig => ({
  version: 1,
  enabled: true,
  defaultValue: kind === 'plain',
  rules: rulesOf[kind],
})
