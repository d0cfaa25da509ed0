import type { EvaluationContext } from '../types.ts'

/** Names the evaluations of one context: what was worked out in a turn holds for the rest of it. */
export type Turn = number

let turn: Turn = 0

export const nextTurn = (): Turn => ++turn

export type Ask<Answer> = (context: EvaluationContext, turn: Turn) => Answer

/** Works an answer out once a turn, however many ask. */
export function onceATurn<Answer>(ask: Ask<Answer>): Ask<Answer> {
  let answeredIn: Turn = 0
  let answer: Answer
  return (context, turn) => {
    if (answeredIn === turn) return answer
    answer = ask(context, turn)
    answeredIn = turn
    return answer
  }
}
