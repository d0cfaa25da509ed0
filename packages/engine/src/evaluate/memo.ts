import type { EvaluationContext } from '../types.ts'

/** The id of an evaluation of one context, during which every flag and segment is computed once. */
export type EvaluationId = number

let evaluation: EvaluationId = 0

export const nextEvaluation = (): EvaluationId => ++evaluation

export type Ask<Answer> = (context: EvaluationContext, evaluation: EvaluationId) => Answer

/** Computes an answer once per evaluation, however many nodes ask for it. */
export function memoizePerEvaluation<Answer>(ask: Ask<Answer>): Ask<Answer> {
  let answeredIn: EvaluationId = 0
  let answer: Answer
  return (context, evaluation) => {
    if (answeredIn === evaluation) return answer
    answer = ask(context, evaluation)
    answeredIn = evaluation
    return answer
  }
}
