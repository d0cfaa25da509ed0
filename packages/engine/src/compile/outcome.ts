import type { EvaluationResult, FlagConfig, FlagValue, Reason } from '../types.ts'
import { sameValue } from '../values/same-value.ts'

export const flagNotFound: EvaluationResult = Object.freeze({ value: null, reason: 'FLAG_NOT_FOUND' })

/** The result of a flag that this engine cannot read, completely or in part: its answer is unknown. */
export const unreadable: EvaluationResult = Object.freeze({ value: null, reason: 'ERROR' })

/** The variants of a boolean flag, which has none of its own. */
export const booleanVariants = ['true', 'false']

/** Creates all possible outcomes of a flag when it is compiled, so that evaluation creates none. */
export type Outcomes<Outcome> = {
  /** The results from which the outcomes were made, in the same order as `all`. */
  readonly results: readonly EvaluationResult[]
  readonly all: readonly Outcome[]
  ofValue(value: FlagValue, reason: Reason, ruleId?: string): Outcome
  /** The outcome of a variant; undefined if the flag has no such variant. */
  ofVariant(key: string, ruleId: string): Outcome | undefined
  /** The outcome of a flag that is off because of an unmet prerequisite. */
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

/** Freezes a value: everybody gets the same object, so nobody may change it. */
function frozen(value: FlagValue): FlagValue {
  if (typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) frozen(member)
  }
  return value
}
