import type { Guardrail } from '@bunting/contract'
import { readNumber } from '../../../features/draft/typed/read-number.ts'
import { type DurationDraft, readDuration } from './duration-draft.ts'

export type GuardrailDraft = {
  id: number
  query: string
  side: 'above' | 'below'
  limit: string
  lasting: DurationDraft
  ends: Guardrail['then']
}

export type GuardrailProblems = Partial<Record<'query' | 'limit' | 'lasting', string>>

export const startingGuardrail = (id: number): GuardrailDraft => ({
  id,
  query: '',
  side: 'above',
  limit: '',
  lasting: { amount: '5', unit: 'minutes' },
  ends: 'rollback',
})

const maxSeconds = 86_400

/** The guardrail for the API, or the problems by field. */
export const readGuardrail = (draft: GuardrailDraft): { guardrail: Guardrail } | { problems: GuardrailProblems } => {
  const { query, side, ends } = draft
  const limit = readNumber(draft.limit)
  const seconds = readDuration(draft.lasting)
  const problems: GuardrailProblems = {
    ...(query.trim() === '' && { query: 'What does it ask Prometheus?' }),
    ...(typeof limit !== 'number' && { limit: 'A number.' }),
    ...((seconds === undefined || seconds > maxSeconds) && { lasting: 'At most a day; 0 is at once.' }),
  }
  if (typeof limit !== 'number' || seconds === undefined || Object.keys(problems).length > 0) return { problems }
  const crossed = side === 'above' ? { above: limit } : { below: limit }
  // biome-ignore lint/suspicious/noThenProperty: a text, which nobody takes for a promise.
  return { guardrail: { query: query.trim(), ...crossed, for: seconds, then: ends } }
}
