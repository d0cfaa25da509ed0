import type { CompiledCondition } from './condition.ts'
import type { EvaluationContext } from './types.ts'

/** A rule, or a part of one: its answer, or what it was given to say otherwise. Undefined leaves it to the next rule. */
export type Step<Outcome, Otherwise = undefined> = (context: EvaluationContext) => Outcome | Otherwise

/** What comes of a rule whose conditions hold. Where that is always the same outcome, nothing need be called for it. */
export type Answer<Outcome, Otherwise> = { always?: Outcome; step: Step<Outcome, Otherwise> }

/** Gives the answer where the conditions hold, `otherwise` where they do not. */
export type Guard = <Outcome, Otherwise>(
  conditions: readonly CompiledCondition[],
  answer: Answer<Outcome, Otherwise>,
  otherwise: Otherwise,
) => Step<Outcome, Otherwise>

/** The first answer; the last step always has one. Most flags have few rules: up to three are written out. */
export function firstOf<Outcome>(
  steps: readonly Step<Outcome>[],
  last: Step<Outcome, Outcome>,
): Step<Outcome, Outcome> {
  const [first, second] = steps
  if (!first) return last
  if (!second) return (context) => first(context) ?? last(context)
  if (steps.length === 2) return (context) => first(context) ?? second(context) ?? last(context)
  return (context) => {
    for (const step of steps) {
      const outcome = step(context)
      if (outcome !== undefined) return outcome
    }
    return last(context)
  }
}
