import type { Step } from '../../api/many.ts'

/** The effect of an action on one flag. */
export type Planned = {
  key: string
  /** The name of the flag, or of a segment that comes along. */
  name: string
  outcome: 'changes' | 'proposes' | 'same' | 'refused'
  /** The change, or why there is none. */
  says: string
  step?: Step
}

export type Plan = readonly Planned[]

export const stepsOf = (plan: Plan): Step[] => plan.flatMap(({ step }) => step ?? [])

export const countOf = (plan: Plan, outcome: Planned['outcome']): number =>
  plan.filter((one) => one.outcome === outcome).length
