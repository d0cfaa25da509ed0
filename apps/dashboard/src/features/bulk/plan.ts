import type { Step } from '../../api/many.ts'

/** What an action would do to one flag. */
export type Planned = {
  key: string
  /** Its name, or of what comes along with it. */
  name: string
  outcome: 'changes' | 'proposes' | 'same' | 'refused'
  /** What changes, or why nothing does. */
  says: string
  step?: Step
}

export type Plan = readonly Planned[]

export const stepsOf = (plan: Plan): Step[] => plan.flatMap(({ step }) => step ?? [])

export const countOf = (plan: Plan, outcome: Planned['outcome']): number =>
  plan.filter((one) => one.outcome === outcome).length
