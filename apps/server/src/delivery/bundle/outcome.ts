import type { EvaluationResult } from '@bunting/engine'
import type { EdgeKey } from '../../edge/edge.ts'

/** An outcome with its JSON prepared: `single` lacks the request id and the end, `bulk` is complete. */
export type Outcome = {
  result: EvaluationResult
  single: string
  bulk: string
  /** The outcome for client keys, if they may not see all of this one. */
  forClients?: Outcome
}

const textsOf = (flagKey: string, result: EvaluationResult): Outcome => {
  const key = JSON.stringify(flagKey)
  const fields = JSON.stringify(result).slice(1, -1)
  return { result, single: `{"flagKey":${key},${fields},"requestId":"`, bulk: `${key}:{${fields}}` }
}

/** A prerequisite that client keys may not see is left out for them. */
export const outcomeOf = (
  flagKey: string,
  result: EvaluationResult,
  isClientSafe: (flagKey: string) => boolean,
): Outcome => {
  const { prerequisite, ...others } = result
  const outcome = textsOf(flagKey, result)
  if (prerequisite === undefined || isClientSafe(prerequisite)) return outcome
  return { ...outcome, forClients: textsOf(flagKey, others) }
}

export const outcomeFor = ({ type }: EdgeKey, outcome: Outcome): Outcome =>
  (type === 'client' ? outcome.forClients : undefined) ?? outcome

export const notFound = (flagKey: string): Outcome => textsOf(flagKey, { value: null, reason: 'FLAG_NOT_FOUND' })
