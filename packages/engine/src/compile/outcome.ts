import type { EvaluationResult, FlagConfig, FlagValue, Reason } from '../types.ts'
import { sameValue } from '../values/same-value.ts'

export const flagNotFound: EvaluationResult = Object.freeze({ value: null, reason: 'FLAG_NOT_FOUND' })

/** Of a flag that this engine cannot read, whole or in part: what it would answer is not known. */
export const unreadable: EvaluationResult = Object.freeze({ value: null, reason: 'ERROR' })

/** What a boolean flag is split over: it has no variants of its own. */
export const booleanVariants = ['true', 'false']

/** Makes a flag's possible outcomes when it is compiled, so that evaluating makes none. */
export type Outcomes<Outcome> = {
  /** What each of them was made of, and each of them. */
  readonly results: readonly EvaluationResult[]
  readonly all: readonly Outcome[]
  ofValue(value: FlagValue, reason: Reason, ruleId?: string): Outcome
  /** Undefined where the flag has no such variant. */
  ofVariant(key: string, ruleId: string): Outcome | undefined
  /** Of a flag that is off because another does not answer what it has to. */
  ofPrerequisite(value: FlagValue, prerequisite: string): Outcome
}

export function outcomesOf<Outcome>(
  { variants = [], defaultValue }: FlagConfig,
  render: (result: EvaluationResult) => Outcome,
): Outcomes<Outcome> {
  const results: EvaluationResult[] = []
  const all: Outcome[] = []
  const add = (fields: EvaluationResult & { value: FlagValue }): Outcome => {
    const result = Object.freeze(fields)
    const outcome = render(result)
    results.push(result)
    all.push(outcome)
    return outcome
  }
  const variantOf = (value: FlagValue) => {
    const key = variants.find((variant) => sameValue(variant.value, value))?.key
    return key === undefined ? {} : { variant: key }
  }
  const variantValue = (key: string) => variants.find((candidate) => candidate.key === key)?.value
  return {
    results,
    all,
    ofValue: (value, reason, ruleId) =>
      add({ value: frozen(value), reason, ...(ruleId === undefined ? {} : { ruleId }), ...variantOf(value) }),
    ofVariant: (key, ruleId) => {
      const value = typeof defaultValue === 'boolean' ? booleanOf(key) : variantValue(key)
      return value === undefined ? undefined : add({ value: frozen(value), reason: 'ROLLOUT', ruleId, variant: key })
    },
    ofPrerequisite: (value, prerequisite) =>
      add({ value: frozen(value), reason: 'DISABLED', ...variantOf(value), prerequisite }),
  }
}

const booleanOf = (key: string): boolean | undefined => (booleanVariants.includes(key) ? key === 'true' : undefined)

/** Everybody gets the same object: nobody may change it for the others. */
function frozen(value: FlagValue): FlagValue {
  if (typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) frozen(member)
  }
  return value
}
