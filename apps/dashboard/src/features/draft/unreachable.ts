import { isolate } from '@bunting/contract/text'
import type { Rule } from '@bunting/engine'
import { isForEveryone } from './starting-config.ts'

/** A rule without conditions and with a full rollout or a split: it applies to everybody who has the unit. */
const drawsEveryone = (rule: Rule): boolean =>
  rule.enabled && rule.conditions.length === 0 && (rule.rolloutPercentage ?? 100) >= 100

/** Why a rule is never or rarely tried, for each rule: one before it has no conditions. Undefined if it is tried. */
export const sayUnreached = (rules: readonly Rule[]): readonly (string | undefined)[] => {
  const whole = rules.findIndex(isForEveryone)
  const drawn = rules.findIndex(drawsEveryone)
  return rules.map((_, at) => {
    if (whole >= 0 && at > whole) return `It never answers: rule ${whole + 1} is for everyone.`
    if (drawn < 0 || at <= drawn) return undefined
    const unit = isolate(rules[drawn]?.bucketBy ?? 'userId or anonymousId')
    return `It answers only who has no ${unit}: rule ${drawn + 1} is for everyone else.`
  })
}
