import type { StepChange } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'

/** A schedule in which every step sets the share of the same rule. */
export type Ramp = { ruleId: string; shares: readonly number[] }

const shareSet = ({ rules = {} }: StepChange): { ruleId: string; share: number } | undefined => {
  const set = Object.entries(rules).flatMap(([ruleId, { rolloutPercentage: share }]) =>
    share === undefined ? [] : [{ ruleId, share }],
  )
  return set.length === 1 ? set[0] : undefined
}

/** The ramp of a schedule; undefined for a single step, or for steps that change other things. */
export const rampOf = (steps: readonly { change: StepChange }[]): Ramp | undefined => {
  const set = steps.map(({ change }) => shareSet(change))
  const [first] = set
  if (!first || steps.length < 2) return undefined
  const shares = set.flatMap((one) => (one?.ruleId === first.ruleId ? [one.share] : []))
  return shares.length === steps.length ? { ruleId: first.ruleId, shares } : undefined
}

/** The share of a rule in a config: 100 if none is set. */
export const shareIn = (config: FlagConfig | undefined, ruleId: string): number | undefined => {
  const rule = config?.rules.find(({ id }) => id === ruleId)
  return rule && (rule.rolloutPercentage ?? 100)
}
