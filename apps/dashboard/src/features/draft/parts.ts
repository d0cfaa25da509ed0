import type { FlagConfig, Rule, Variant } from '@bunting/engine'

/** The parts of a rule that are compared and merged separately. A value and a split are alternatives: one part. */
export const ruleParts = {
  name: ({ name }: Rule) => ({ name }),
  enabled: ({ enabled }: Rule) => ({ enabled }),
  conditions: ({ conditions, conditionOperator }: Rule) => ({ conditions, conditionOperator }),
  rollout: ({ rolloutPercentage }: Rule) => ({ rolloutPercentage }),
  answer: ({ value, distribution }: Rule) => ({ value, distribution }),
  bucketBy: ({ bucketBy }: Rule) => ({ bucketBy }),
} satisfies Record<string, (rule: Rule) => Partial<Rule>>

export type RulePart = keyof typeof ruleParts

export const rulePartNames = Object.keys(ruleParts) as RulePart[]

export const configParts = ['enabled', 'defaultValue', 'prerequisites'] as const satisfies readonly (keyof FlagConfig)[]
export type ConfigPart = (typeof configParts)[number]

/** One part of a config that differs, or that two people changed. */
export type PartRef =
  | { kind: 'config'; part: ConfigPart }
  | { kind: 'variant'; key: string }
  | { kind: 'rule'; ruleId: string; part: RulePart | 'all' }
  | { kind: 'order' }

const noVariants: readonly Variant[] = []

export const variantsOf = (config: FlagConfig): readonly Variant[] => config.variants ?? noVariants

export const byId = (config: FlagConfig): ReadonlyMap<string, Rule> =>
  new Map(config.rules.map((rule) => [rule.id, rule]))

export const byKey = (config: FlagConfig): ReadonlyMap<string, Variant> =>
  new Map(variantsOf(config).map((variant) => [variant.key, variant]))

/** The ids of the rules that all configs have, in the order of the first. */
export const sharedOrder = (config: FlagConfig, ...others: readonly FlagConfig[]): string[] =>
  config.rules.map(({ id }) => id).filter((id) => others.every((other) => byId(other).has(id)))
