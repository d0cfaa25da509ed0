import type { EvaluationResult, FlagConfig, FlagValue, Reason } from './types.ts'

export const flagNotFound: EvaluationResult = Object.freeze({ value: null, reason: 'FLAG_NOT_FOUND' })

/** Makes a flag's possible outcomes when it is compiled, so that evaluating makes none. */
export type Outcomes<Outcome> = {
  readonly all: readonly Outcome[]
  ofValue(value: FlagValue, reason: Reason, ruleId?: string): Outcome
  /** Undefined where the flag has no such variant. */
  ofVariant(key: string, ruleId: string): Outcome | undefined
}

export function outcomesOf<Outcome>(
  { variants = [] }: FlagConfig,
  render: (result: EvaluationResult) => Outcome,
): Outcomes<Outcome> {
  const all: Outcome[] = []
  const add = (value: FlagValue, reason: Reason, ruleId: string | undefined, variant: string | undefined) => {
    const ofRule = ruleId === undefined ? {} : { ruleId }
    const ofVariant = variant === undefined ? {} : { variant }
    const outcome = render(Object.freeze({ value, reason, ...ofRule, ...ofVariant }))
    all.push(outcome)
    return outcome
  }
  return {
    all,
    ofValue: (value, reason, ruleId) =>
      add(value, reason, ruleId, variants.find((variant) => variant.value === value)?.key),
    ofVariant: (key, ruleId) => {
      const variant = variants.find((candidate) => candidate.key === key)
      return variant && add(variant.value, 'ROLLOUT', ruleId, key)
    },
  }
}
