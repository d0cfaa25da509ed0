import type { Reason } from '@bunting/engine'
import type { DeliveredFlag, Outcome } from '../compiled-bundle.ts'

const reasons = {
  RULE_MATCH: 'TARGETING_MATCH',
  ROLLOUT: 'SPLIT',
  DEFAULT: 'DEFAULT',
  DISABLED: 'DISABLED',
  FLAG_NOT_FOUND: 'ERROR',
  ERROR: 'ERROR',
} satisfies Record<Reason, string>

/** Of the outcomes that somebody asked for over OFREP: who does not use it pays nothing for it. */
const texts = new WeakMap<Outcome, string>()

/** An outcome's JSON, in a single answer and in bulk alike. */
export const flagText = (key: string, flag: DeliveredFlag, outcome: Outcome): string => {
  const known = texts.get(outcome)
  if (known !== undefined) return known
  const { value, reason, variant, ruleId } = outcome.result
  const text = JSON.stringify({
    key,
    value,
    reason: reason === 'DEFAULT' && !flag.hasRules ? 'STATIC' : reasons[reason],
    variant,
    metadata: { version: flag.version, ruleId },
  })
  texts.set(outcome, text)
  return text
}
