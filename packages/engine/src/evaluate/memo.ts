import type { EvaluationContext } from '../types.ts'

/** Names the evaluation of one context, in which every flag and segment is worked out once. */
export type EvaluationId = number

let evaluation: EvaluationId = 0

export const nextEvaluation = (): EvaluationId => ++evaluation

export type Ask<Answer> = (context: EvaluationContext, evaluation: EvaluationId) => Answer

/** Works an answer out once per evaluation, however many nodes ask. */
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
