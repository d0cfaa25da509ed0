import type { FlagConfig } from '@bunting/engine'
import type { Experiment } from '../../api/experiments.ts'
import type { FlagInList } from '../../api/flags.ts'

export type Guardrail = Experiment['guardrails'][number]
export type Method = Experiment['method']

/** When it ends: after whole weeks, after as many days as the plan takes, or when the draft said. */
export type End = 'weeks' | 'days' | 'kept'

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
  end: End
  /** The planned end that a draft has already. */
  keptEnd: string | null
  confidence: Experiment['confidence']
  /** As it was typed. */
  minimumDays: string
  /** The event that exposes a unit; undefined where an answer of the rule does. */
  exposureEvent: string | undefined
  source: Experiment['source']
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
  end: 'weeks',
  keptEnd: null,
  confidence: 0.95,
  minimumDays: '7',
  exposureEvent: undefined,
  source: 'any',
  typed: { mean: '', deviation: '', unitsPerDay: '' },
}

/** The form as a draft fills it in. */
export const designOf = (experiment: Experiment): Design => ({
  ...emptyDesign,
  name: experiment.name,
  hypothesis: experiment.hypothesis ?? '',
  flagKey: experiment.flagKey,
  ruleId: experiment.ruleId,
  control: experiment.control,
  primary: experiment.primary,
  secondary: experiment.secondary,
  guardrails: experiment.guardrails,
  effect: inPercent(experiment.minimumEffect),
  method: experiment.method,
  end: experiment.plannedEnd === null ? 'weeks' : 'kept',
  keptEnd: experiment.plannedEnd,
  confidence: experiment.confidence,
  minimumDays: String(experiment.minimumDays),
  exposureEvent: experiment.exposure === 'evaluation' ? undefined : experiment.exposure.event,
  source: experiment.source,
})

/** The same for another run of it, by another rule: that one ends in its own time. */
export const againOf = (experiment: Experiment, ruleId: string | undefined): Design => ({
  ...designOf(experiment),
  name: `${experiment.name}, again`,
  ruleId,
  end: 'weeks',
  keptEnd: null,
})

const inPercent = (share: number): string => String(Math.round(share * 1_000_000) / 10_000)

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

/** The number of days before any variant is recommended; undefined while the typed text is not a valid number. */
export const minimumDaysOf = ({ minimumDays }: Pick<Design, 'minimumDays'>): number | undefined => {
  const days = Number(minimumDays)
  return minimumDays.trim() !== '' && Number.isInteger(days) && days >= 0 && days <= 90 ? days : undefined
}

/** A guardrail that does this once it is crossed. */
export const doing = (guardrail: Omit<Guardrail, 'then'>, then: Guardrail['then']): Guardrail => ({
  ...guardrail,
  then,
})

/** A new guardrail only tells, until somebody says otherwise. */
export const guarding = (metric: string): Guardrail => doing({ metric, worseBy: 0.1 }, 'notify')
