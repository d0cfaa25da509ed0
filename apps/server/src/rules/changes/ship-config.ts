import type { FlagConfig, FlagType, FlagValue, Rule } from '@bunting/engine'

/** The value of a variant; undefined if the config has no such variant. A boolean flag's variants are its values. */
export const variantValue = (type: FlagType, { variants = [] }: FlagConfig, key: string): FlagValue | undefined => {
  if (type === 'boolean') return key === 'true' ? true : key === 'false' ? false : undefined
  return variants.find((variant) => variant.key === key)?.value
}

/** The config in which a value takes the place of a rule's split; for everyone, also in place of the default. */
export const shipConfig = (
  config: FlagConfig,
  ruleId: string,
  value: FlagValue,
  to: 'rule' | 'everyone',
): FlagConfig => ({
  ...config,
  ...(to === 'everyone' ? { defaultValue: value } : {}),
  rules: config.rules.map((rule) => (rule.id === ruleId ? shipRule(rule, value, to) : rule)),
})

const shipRule = (
  { distribution: _, rolloutPercentage, bucketBy, hash, ...rule }: Rule,
  value: FlagValue,
  to: 'rule' | 'everyone',
): Rule => {
  if (to === 'everyone' || rolloutPercentage === undefined) return { ...rule, value }
  const { splitSalt: __, ...ofRollout } = hash ?? {}
  return {
    ...rule,
    value,
    rolloutPercentage,
    ...(bucketBy === undefined ? {} : { bucketBy }),
    ...(hash ? { hash: ofRollout as typeof hash } : {}),
  }
}
