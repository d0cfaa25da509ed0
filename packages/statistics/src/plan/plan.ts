import type { Method } from '../sequence/levels.ts'
import { type Question, sampleSize } from './sample-size.ts'

const methods = ['hybrid', 'sequential', 'fixed'] as const satisfies readonly Method[]

/** Below it no metric is judged. */
const leastPerVariant = 100
/** How many units an experiment may expect, of one comparison. */
const fewestExpected = 200
const mostExpected = 1e9

export type PlanQuestion = Omit<Question, 'method' | 'controlShare'> & {
  /** Units of all variants. */
  unitsPerDay: number
  /** From a unit's exposure until its value is counted. */
  maturityDays: number
  minimumDays: number
}

/** Null where it cannot be told. */
export type Plan = Record<(typeof methods)[number], { unitsPerVariant: number; days: number | null } | null>

/** How many units of each variant are needed, and how many days until they are counted, by each method. */
export const planExperiment = (question: PlanQuestion): Plan => {
  const byMethod = methods.map((method) => [method, planBy(method, question)])
  return Object.fromEntries(byMethod) as Plan
}

const planBy = (method: Method, question: PlanQuestion): Plan[Method] => {
  const units = sampleSize({ ...question, method })
  if (units === null) return null
  const unitsPerVariant = Math.max(leastPerVariant, Math.ceil(units / 2))
  return { unitsPerVariant, days: daysFor(unitsPerVariant * (question.treatments + 1), question) }
}

const daysFor = (
  units: number,
  { unitsPerDay, maturityDays, minimumDays }: Pick<PlanQuestion, 'unitsPerDay' | 'maturityDays' | 'minimumDays'>,
): number | null => {
  if (!(unitsPerDay > 0)) return null
  return Math.max(minimumDays, Math.ceil(units / unitsPerDay + maturityDays))
}

/** N*, of one comparison, by what a plan says of each variant. */
export const expectedUnitsOf = (unitsPerVariant: number): number =>
  Math.min(mostExpected, Math.max(fewestExpected, 2 * unitsPerVariant))
