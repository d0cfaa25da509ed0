import type { FlagConfig, FlagType, Rule } from '@bunting/engine'

const everyone: Rule = {
  id: 'everyone',
  name: 'Everyone',
  enabled: true,
  conditionOperator: 'AND',
  conditions: [],
  value: true,
}

/** A boolean flag gives `true` to everyone by a rule, so that turning it off gives the default, `false`. */
const starts = {
  boolean: { defaultValue: false, rules: [everyone] },
  string: { defaultValue: '', rules: [] },
  number: { defaultValue: 0, rules: [] },
  json: { defaultValue: {}, rules: [] },
} as const satisfies Record<FlagType, Pick<FlagConfig, 'defaultValue' | 'rules'>>

/** The config to start with if an environment has no version yet. */
export const startingConfig = (type: FlagType): FlagConfig => ({ version: 0, enabled: false, ...starts[type] })

/** Tells whether a rule matches everybody, so that later rules are never tried. */
export const isForEveryone = ({ enabled, conditions, rolloutPercentage, distribution }: Rule): boolean =>
  enabled && conditions.length === 0 && rolloutPercentage === undefined && distribution === undefined

/** Tells whether everybody gets `true` even if the flag is off. */
export const isTrueWhenOff = ({ defaultValue }: Pick<FlagConfig, 'defaultValue'>): boolean => defaultValue === true

/** Sets the default, which off gives, to `false`. On gives the same as before: a last rule has the old default. */
export const makeDefaultFalse = (config: FlagConfig): FlagConfig => ({
  ...config,
  defaultValue: false,
  rules: config.rules.some(isForEveryone) ? config.rules : [...config.rules, withFreeId(everyone, config.rules)],
})

const withFreeId = (rule: Rule, others: readonly Rule[]): Rule =>
  others.some(({ id }) => id === rule.id) ? withFreeId({ ...rule, id: `${rule.id}-else` }, others) : rule
