import type { Guardrail } from '@bunting/contract'

/** The answer to a guardrail's query: one finite number, or why there is none. */
export type Asked = { value: number } | { unknown: string }

/**
 * The last answer to a guardrail, the time since which it has been crossed without a break, and the first number that the
 * query returned.
 */
type GuardAnswer = Asked & { crossedUs?: number; first?: FirstAnswer }

type FirstAnswer = { askedUs: number; value: number }

/** The last answers to a schedule's guardrails, in their order. */
export type GuardAnswers = { askedUs: number; answers: readonly GuardAnswer[] }

type Guarded = { guardrails: readonly Guardrail[]; guardAnswers: GuardAnswers | null }

/** Older answers are out of date. */
const freshUs = 30_000_000

/**
 * Adds the newest answers to those before. An unknown answer neither ends a crossing nor begins one: the next answer tells
 * whether the guardrail is still crossed, and for how long.
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
    // A clock that was set back must not lengthen the crossing.
    return isCrossed(guardrail, answer.value) ? { ...answer, crossedUs: Math.min(before ?? askedUs, askedUs) } : answer
  }),
})

/** The first number so far; a single answer is itself the first. */
const firstOf = (before: GuardAnswers | null, at: number): FirstAnswer | undefined => {
  const answer = before?.answers[at]
  if (!before || !answer || answer.first) return answer?.first
  return 'value' in answer ? { askedUs: before.askedUs, value: answer.value } : undefined
}

const isCrossed = ({ above, below }: Guardrail, value: number): boolean =>
  above === undefined ? value < (below as number) : value > above

/** Tells whether the next step has to wait because a guardrail has no recent answer. */
export const isHeld = ({ guardrails, guardAnswers }: Guarded, nowUs: number): boolean => {
  if (guardrails.length === 0) return false
  if (!guardAnswers || Math.abs(nowUs - guardAnswers.askedUs) > freshUs) return true
  return guardAnswers.answers.some((answer) => 'unknown' in answer)
}

/** Why the next step waits; null if it does not. */
export const sayHeld = ({ guardrails, guardAnswers }: Guarded): string | null => {
  for (const [at, { query }] of guardrails.entries()) {
    const answer = guardAnswers?.answers[at]
    if (answer && 'unknown' in answer)
      return `The next step is held because of the guardrail ${query}: ${answer.unknown}.`
  }
  return null
}

/** The guardrail that was crossed for long enough, and its consequence; a rollback comes before a pause. */
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
