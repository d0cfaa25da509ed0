import type { FlagConfig } from '@bunting/engine'
import type { Experiment } from '../../api/experiments.ts'
import type { FlagInList } from '../../api/flags.ts'

export type Guardrail = Experiment['guardrails'][number]
export type Method = Experiment['method']

/** What somebody filled in so far. */
export type Design = {
  name: string
  hypothesis: string
  flagKey: string | undefined
  ruleId: string | undefined
  control: string | undefined
  primary: string | undefined
  secondary: readonly string[]
  guardrails: readonly Guardrail[]
  /** In percent, as it was typed. */
  effect: string
  method: Method
  /** Of a metric without units of the last 14 days: its mean, how far units lie apart, and how many come a day. */
  typed: { mean: string; deviation: string; unitsPerDay: string }
}

export const emptyDesign: Design = {
  name: '',
  hypothesis: '',
  flagKey: undefined,
  ruleId: undefined,
  control: undefined,
  primary: undefined,
  secondary: [],
  guardrails: [],
  effect: '5',
  method: 'hybrid',
  typed: { mean: '', deviation: '', unitsPerDay: '' },
}

type Rule = FlagConfig['rules'][number]

/** The rules of a flag that split over two variants or more, with their places. */
export const splittingRules = (flag: FlagInList | undefined, envId: string): { rule: Rule; at: number }[] => {
  const rules = flag?.versions[envId]?.config.rules ?? []
  return rules.map((rule, at) => ({ rule, at })).filter(({ rule }) => (rule.distribution?.length ?? 0) > 1)
}

/** Control is what people get without the experiment: the variant of the default value, or the first. */
export const usualControl = (flag: FlagInList, envId: string, rule: Rule): string | undefined => {
  const config = flag.versions[envId]?.config
  const names = rule.distribution?.map(({ variant }) => variant) ?? []
  const isDefault = (name: string): boolean =>
    flag.type === 'boolean'
      ? name === String(config?.defaultValue)
      : config?.variants?.find(({ key }) => key === name)?.value === config?.defaultValue
  return names.find(isDefault) ?? names[0]
}

export const sayRuleOption = ({ rule, at }: { rule: Rule; at: number }): string =>
  rule.name ? `${at + 1}, ${rule.name}` : `Rule ${at + 1}`

/** The smallest effect as a share; undefined while what is typed is none. */
export const effectOf = ({ effect }: Pick<Design, 'effect'>): number | undefined => {
  const share = Number(effect) / 100
  return effect.trim() !== '' && share >= 0.001 && share <= 10 ? share : undefined
}

/** A guardrail that does this once it is crossed. */
export const doing = (guardrail: Omit<Guardrail, 'then'>, then: Guardrail['then']): Guardrail => ({
  ...guardrail,
  then,
})

/** A new guardrail only tells, until somebody says otherwise. */
export const guarding = (metric: string): Guardrail => doing({ metric, worseBy: 0.1 }, 'notify')
