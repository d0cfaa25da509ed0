import type { StepChange } from '@bunting/contract'
import { isolate, sayList } from '@bunting/contract/text'
import type { FlagConfig, FlagValue } from '@bunting/engine'
import { percent } from '../../../format/number.ts'
import { sayValue } from '../../../format/say-value.ts'
import { sayDuration } from '../../../format/time.ts'
import { capital, nameRule } from './words.ts'

type RuleChange = NonNullable<StepChange['rules']>[string]

const sayRule = ({ enabled, rolloutPercentage, value, distribution }: RuleChange): string =>
  sayList([
    ...(enabled === undefined ? [] : [enabled ? 'on' : 'off']),
    ...(rolloutPercentage === undefined ? [] : [`rolled out to ${percent(rolloutPercentage)}`]),
    ...(value === undefined ? [] : [`gives ${isolate(sayValue(value as FlagValue))}`]),
    ...(distribution === undefined
      ? []
      : [`split ${distribution.map(({ variant, weight }) => `${isolate(variant)} ${percent(weight)}`).join(', ')}`]),
  ])

/** A schedule's step in words: `Turns it on; Rule 1, Staff: rolled out to 25 %`. Rules have their current names. */
export const sayStep = ({ enabled, defaultValue, rules = {} }: StepChange, config: FlagConfig | undefined): string =>
  capital(
    [
      ...(enabled === undefined ? [] : [enabled ? 'turns it on' : 'turns it off']),
      ...(defaultValue === undefined ? [] : [`the default becomes ${isolate(sayValue(defaultValue as FlagValue))}`]),
      ...Object.entries(rules).map(([id, change]) => `${ruleName(id, config)}: ${sayRule(change)}`),
    ].join('; '),
  )

const ruleName = (id: string, config: FlagConfig | undefined): string => {
  const index = config?.rules.findIndex((rule) => rule.id === id) ?? -1
  const rule = config?.rules[index]
  return rule ? nameRule(rule, index) : `the rule ${id}`
}

type Guardrail = { query: string; above?: number | undefined; below?: number | undefined; for: number; then: string }

const ends: Record<string, string> = { pause: 'pauses', rollback: 'rolls back' }

/** `Above 0.05 for 5 min it pauses`. */
export const sayGuardrail = ({ above, below, for: seconds, then }: Guardrail): string =>
  `${above === undefined ? `Below ${below}` : `Above ${above}`}${seconds === 0 ? '' : ` for ${sayDuration(seconds)}`} it ${ends[then] ?? then}`
