import { needSeconds, plannedMs, type StepChange } from '@bunting/contract'
import { briefText, ruleName } from '@bunting/contract/text'
import type { Rule } from '../config/flag-config.ts'
import { timeText } from '../output/time-text.ts'

type RuleChange = NonNullable<StepChange['rules']>[string]

const ruleChangeText = ({ enabled, rolloutPercentage, value, distribution }: RuleChange): string =>
  [
    ...(enabled === undefined ? [] : [enabled ? 'on' : 'off']),
    ...(rolloutPercentage === undefined ? [] : [`${rolloutPercentage} %`]),
    ...(value === undefined ? [] : [`→ ${briefText(value)}`]),
    ...(distribution ? [`→ ${distribution.map(({ variant, weight }) => `${variant} ${weight}`).join(' : ')}`] : []),
  ].join(', ')

/** The changes of a step in a few words: `on; Beta users: 25 %`. Deleted rules are shown by their ids. */
export const stepText = ({ enabled, defaultValue, rules = {} }: StepChange, known: readonly Rule[]): string =>
  [
    ...(enabled === undefined ? [] : [enabled ? 'on' : 'off']),
    ...(defaultValue === undefined ? [] : [`default ${briefText(defaultValue)}`]),
    ...Object.entries(rules).map(([id, change]) => {
      const rule = known.find((each) => each.id === id)
      return `${rule ? ruleName(rule) : id}: ${ruleChangeText(change)}`
    }),
  ].join('; ')

export type PlannedStep = { at?: string | null | undefined; after?: number | undefined; change: StepChange }

/** The times in UTC at which the steps are due if all goes as planned. Relative steps count from now. */
export const plannedTimes = (steps: readonly PlannedStep[], nowMs: number): string[] =>
  plannedMs(steps, nowMs).map((atMs) => stepTimeText(new Date(atMs).toISOString(), { steps }))

/** A time of a schedule, with seconds if some of its steps are close together. */
export const stepTimeText = (timestamp: string, { steps }: { steps: readonly PlannedStep[] }): string =>
  timeText(timestamp, needSeconds(steps))
