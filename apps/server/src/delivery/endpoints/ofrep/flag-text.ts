import type { EnvironmentId } from '@bunting/contract'
import type { EvaluationContext, Reason } from '@bunting/engine'
import type { DeliveredFlag } from '../../bundle/compiled-bundle.ts'
import type { Outcome } from '../../bundle/outcome.ts'

const reasons = {
  RULE_MATCH: 'TARGETING_MATCH',
  ROLLOUT: 'SPLIT',
  DEFAULT: 'DEFAULT',
  DISABLED: 'DISABLED',
  FLAG_NOT_FOUND: 'ERROR',
  ERROR: 'ERROR',
} satisfies Record<Reason, string>

/**
 * The texts of outcomes up to the end of their metadata, made when OFREP first asks for one: without OFREP they cost
 * nothing.
 */
const texts = new WeakMap<Outcome, string>()

/** Published providers need a variant: if none is named, the value's text is used, up to this length. */
const maxVariantLength = 100

/**
 * An outcome's JSON, for single and bulk answers alike. Only its end depends on the context: `textOf` is the same each
 * time. The names in `metadata` are OpenFeature's (appendix D): hooks look for them.
 */
export const flagTexts = (
  environmentId: EnvironmentId,
  { userId }: EvaluationContext,
): { textOf(key: string, flag: DeliveredFlag, outcome: Outcome): string; end: string } => ({
  textOf: (key, flag, outcome) => texts.get(outcome) ?? prepare(environmentId, key, flag, outcome),
  end: userId ? `,"contextId":${JSON.stringify(userId)}}}` : '}}',
})

/** The variant if none is named. For a JSON value it is the rule's id: two values may have the same first 100 characters. */
const standIn = ({ value, ruleId = 'default' }: Outcome['result']): string =>
  typeof value === 'object' ? ruleId : String(value).slice(0, maxVariantLength).toWellFormed()

const prepare = (environmentId: EnvironmentId, key: string, flag: DeliveredFlag, outcome: Outcome): string => {
  const { value, reason, ruleId, variant = standIn(outcome.result) } = outcome.result
  const others = JSON.stringify({
    reason: flag.isStatic ? 'STATIC' : reasons[reason],
    variant,
    metadata: { version: flag.version, ruleId, flagSetId: environmentId },
  })
  const text = `{"key":${JSON.stringify(key)},"value":${valueText(flag, value)},${others.slice(1, -2)}`
  texts.set(outcome, text)
  return text
}

/** Writes a whole number with `.0` if the flag also has fractions: typed languages go by how a number is written. */
const valueText = ({ hasFraction }: DeliveredFlag, value: Outcome['result']['value']): string => {
  const text = JSON.stringify(value)
  return hasFraction && /^-?\d+$/.test(text) ? `${text}.0` : text
}
