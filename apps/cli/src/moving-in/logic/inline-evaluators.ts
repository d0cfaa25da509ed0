import { checkDepth, openBudget } from '../shared/bounded.ts'
import { byHand } from '../shared/by-hand.ts'

type Evaluators = Readonly<Record<string, unknown>>

/** Replaces references to shared evaluators by their logic, within limits of depth and size. */
export const inlineEvaluators = (
  logic: unknown,
  evaluators: Evaluators,
  spend: () => void = openBudget(),
  depth = 0,
): unknown => {
  spend()
  checkDepth(depth)
  if (typeof logic !== 'object' || logic === null) return logic
  const inside = (part: unknown) => inlineEvaluators(part, evaluators, spend, depth + 1)
  if (Array.isArray(logic)) return logic.map(inside)
  const entries = Object.entries(logic)
  const [[name, value] = []] = entries
  if (entries.length !== 1 || name !== '$ref') {
    return Object.fromEntries(entries.map(([key, part]) => [key, inside(part)]))
  }
  if (typeof value !== 'string' || !Object.hasOwn(evaluators, value)) {
    return byHand('operator', `There is no evaluator ${JSON.stringify(value)}.`)
  }
  return inside(evaluators[value])
}
