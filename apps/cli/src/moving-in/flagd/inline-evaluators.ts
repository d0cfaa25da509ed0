import { byHand } from '../shared/unmappable.ts'

type Evaluators = Readonly<Record<string, unknown>>

const deepest = 64

/** Targeting with its shared evaluators in their places. */
export const inlineEvaluators = (logic: unknown, evaluators: Evaluators, depth = 0): unknown => {
  if (depth > deepest) return byHand('too-large', 'Its targeting is too deep, or names itself.')
  if (typeof logic !== 'object' || logic === null) return logic
  const inside = (part: unknown) => inlineEvaluators(part, evaluators, depth + 1)
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
