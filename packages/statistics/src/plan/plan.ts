import type { Method } from '../sequence/levels.ts'
import { type Question, sampleSize } from './sample-size.ts'

const methods = ['hybrid', 'sequential', 'fixed'] as const satisfies readonly Method[]

/** The fewest units of a variant for which a metric is judged. */
const leastPerVariant = 100
/** The bounds of the units that an experiment may expect, of one comparison. */
const fewestExpected = 200
const mostExpected = 1e9

export type PlanQuestion = Omit<Question, 'method' | 'controlShare'> & {
  /** Units of all variants together. */
  unitsPerDay: number
  /** Days from a unit's exposure until its value counts. */
  maturityDays: number
  minimumDays: number
}

/** The plan for each method; null if it cannot be computed. */
export type Plan = Record<(typeof methods)[number], { unitsPerVariant: number; days: number | null } | null>

/** The units of each variant that are needed, and the days until they are counted, for each method. */
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

/** N* of one comparison, from the planned units of each variant. */
export const expectedUnitsOf = (unitsPerVariant: number): number =>
  Math.min(mostExpected, Math.max(fewestExpected, 2 * unitsPerVariant))
