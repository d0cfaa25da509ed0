import type { FlagConfig, FlagType, FlagValue, Rule, Variant } from '@bunting/engine'
import { same } from '../../format/same.ts'
import { variantsOf } from './parts.ts'
import { isForEveryone } from './starting-config.ts'

const randomText = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Rule ids are made here, so that trying a draft uses the buckets that it will have once it is saved. */
const newRuleId = (): string => `rule_${randomText()}`

/**
 * A copy of a rule, which splits people afresh: the split hangs on the rule's id. With the hash of another service it does
 * not, so the split gets another salt; a hash without one for the split is dropped.
 */
export const copyRule = ({ hash, ...rule }: Rule): Rule => ({ ...rule, id: newRuleId(), ...copyHash(hash, rule) })

const copyHash = (hash: Rule['hash'], { distribution }: Omit<Rule, 'hash'>): Pick<Rule, 'hash'> => {
  if (hash === undefined || distribution === undefined) return hash ? { hash } : {}
  return hash.splitSalt === undefined ? {} : { hash: { ...hash, splitSalt: randomText() } }
}

export const setRules = (config: FlagConfig, rules: readonly Rule[]): FlagConfig => ({ ...config, rules })

export const changeRule = (config: FlagConfig, ruleId: string, change: (rule: Rule) => Rule): FlagConfig =>
  setRules(
    config,
    config.rules.map((rule) => (rule.id === ruleId ? change(rule) : rule)),
  )

export const insertRule = (config: FlagConfig, rule: Rule, at: number): FlagConfig =>
  setRules(config, config.rules.toSpliced(at, 0, rule))

export const removeRule = (config: FlagConfig, ruleId: string): FlagConfig =>
  setRules(
    config,
    config.rules.filter(({ id }) => id !== ruleId),
  )

export const moveRule = (config: FlagConfig, from: number, to: number): FlagConfig => {
  const rule = config.rules[from]
  if (!rule || to < 0 || to >= config.rules.length) return config
  return setRules(config, config.rules.toSpliced(from, 1).toSpliced(to, 0, rule))
}

export const duplicateRule = (config: FlagConfig, ruleId: string): FlagConfig => {
  const at = config.rules.findIndex(({ id }) => id === ruleId)
  const rule = config.rules[at]
  return rule ? insertRule(config, { ...copyRule(rule), name: `${rule.name} copy`.trim() }, at + 1) : config
}

/** The position of a new rule: last, but before a final rule for everyone. */
export const newRulePlace = ({ rules }: FlagConfig): number => {
  const last = rules.at(-1)
  return last && isForEveryone(last) ? rules.length - 1 : rules.length
}

/** A new rule gives another value than the default, since it would change nothing otherwise. */
export const newRule = (config: FlagConfig, type: FlagType): Rule => ({
  id: newRuleId(),
  name: '',
  enabled: true,
  conditionOperator: 'AND',
  conditions: [],
  value: otherValue(config, type),
})

const otherValue = ({ defaultValue, ...config }: FlagConfig, type: FlagType): FlagValue =>
  type === 'boolean'
    ? !defaultValue
    : (variantsOf({ defaultValue, ...config }).find(({ value }) => !same(value, defaultValue))?.value ?? defaultValue)

const setVariants = ({ variants: _, ...config }: FlagConfig, variants: readonly Variant[]): FlagConfig =>
  variants.length === 0 ? config : { ...config, variants }

export const addVariant = (config: FlagConfig, variant: Variant): FlagConfig =>
  setVariants(config, [...variantsOf(config), variant])

export const removeVariant = (config: FlagConfig, at: number): FlagConfig =>
  setVariants(config, variantsOf(config).toSpliced(at, 1))

/** Replaces a variant. Splits that name it follow a change of its key. */
export const changeVariant = (config: FlagConfig, at: number, variant: Variant): FlagConfig => {
  const old = variantsOf(config)[at]
  const changed = setVariants(config, variantsOf(config).with(at, variant))
  if (!old || old.key === variant.key) return changed
  return setRules(
    changed,
    changed.rules.map((rule) =>
      rule.distribution
        ? {
            ...rule,
            distribution: rule.distribution.map((share) =>
              share.variant === old.key ? { ...share, variant: variant.key } : share,
            ),
          }
        : rule,
    ),
  )
}

/** Sets a field of a rule, or removes it. */
export const withField = <Name extends keyof Rule>(rule: Rule, name: Name, value: Rule[Name] | undefined): Rule => {
  const { [name]: _, ...rest } = rule
  return (value === undefined ? rest : { ...rest, [name]: value }) as Rule
}
