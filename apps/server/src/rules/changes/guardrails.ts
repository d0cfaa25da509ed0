import type { Guardrail } from '@bunting/contract'

/** What a query came to: one finite number, or why there is none. */
export type Asked = { value: number } | { unknown: string }

/**
 * The last answer to a guardrail, since when it has been crossed, unless another answer was between, and the first number
 * that there was.
 */
type GuardAnswer = Asked & { crossedUs?: number; first?: FirstAnswer }

type FirstAnswer = { askedUs: number; value: number }

/** The last answers to a schedule's guardrails, in their order. */
export type GuardAnswers = { askedUs: number; answers: readonly GuardAnswer[] }

type Guarded = { guardrails: readonly Guardrail[]; guardAnswers: GuardAnswers | null }

/** Answers that are older say nothing of now. */
const freshUs = 30_000_000

/**
 * What is known after asking once more. An answer that is unknown ends no crossing and counts as none: whether it is
 * crossed still, and for how long, the next answer says.
 */
export const noteAnswers = (
  { guardrails, guardAnswers }: Guarded,
  asked: readonly Asked[],
  askedUs: number,
): GuardAnswers => ({
  askedUs,
  answers: guardrails.map((guardrail, at) => {
    const first = firstOf(guardAnswers, at)
    const answer = { ...(asked[at] ?? { unknown: 'it was not asked' }), ...(first && { first }) }
    const before = guardAnswers?.answers[at]?.crossedUs
    if ('unknown' in answer) return before === undefined ? answer : { ...answer, crossedUs: before }
    // A clock that was set back must not lengthen it.
    return isCrossed(guardrail, answer.value) ? { ...answer, crossedUs: Math.min(before ?? askedUs, askedUs) } : answer
  }),
})

/** Of the answers before: one that is the only one is the first itself. */
const firstOf = (before: GuardAnswers | null, at: number): FirstAnswer | undefined => {
  const answer = before?.answers[at]
  if (!before || !answer || answer.first) return answer?.first
  return 'value' in answer ? { askedUs: before.askedUs, value: answer.value } : undefined
}

const isCrossed = ({ above, below }: Guardrail, value: number): boolean =>
  above === undefined ? value < (below as number) : value > above

/** Whether a step has to wait, since not every guardrail is known to have an answer. */
export const isHeld = ({ guardrails, guardAnswers }: Guarded, nowUs: number): boolean => {
  if (guardrails.length === 0) return false
  if (!guardAnswers || Math.abs(nowUs - guardAnswers.askedUs) > freshUs) return true
  return guardAnswers.answers.some((answer) => 'unknown' in answer)
}

/** Why the next step is held, or null where it is not. */
export const sayHeld = ({ guardrails, guardAnswers }: Guarded): string | null => {
  for (const [at, { query }] of guardrails.entries()) {
    const answer = guardAnswers?.answers[at]
    if (answer && 'unknown' in answer)
      return `The next step is held because of the guardrail ${query}: ${answer.unknown}.`
  }
  return null
}

/** What was crossed for long enough, and what follows from it: a rollback where one does, else a pause. */
export const findCrossed = ({
  guardrails,
  guardAnswers,
}: Guarded): { isRollback: boolean; said: string } | undefined => {
  const crossed = guardrails.flatMap((guardrail, at) => {
    const answer = guardAnswers?.answers[at]
    if (!guardAnswers || !answer || 'unknown' in answer || answer.crossedUs === undefined) return []
    if (guardAnswers.askedUs - answer.crossedUs < guardrail.for * 1_000_000) return []
    return { isRollback: guardrail.then === 'rollback', said: sayCrossed(guardrail, answer.value) }
  })
  return crossed.find(({ isRollback }) => isRollback) ?? crossed[0]
}

const sayCrossed = ({ query, above, below, for: seconds }: Guardrail, value: number): string => {
  const border = above === undefined ? `below ${below}` : `above ${above}`
  const since = seconds === 0 ? '' : ` for ${seconds} s`
  return `the guardrail ${query}: its value was ${value}, ${border}${since}`
}
