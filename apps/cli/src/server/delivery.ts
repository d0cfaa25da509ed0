import { errorOf } from '@bunting/contract'
import type { EvaluationContext, EvaluationResult } from '@bunting/engine'
import { unreachable, wrongUse } from '../core/failure.ts'
import type { Connection } from './connection.ts'
import { send } from './send.ts'

export type Evaluation = EvaluationResult & { flagKey: string; requestId?: string }
export type BulkEvaluation = {
  results: Record<string, EvaluationResult>
  meta: { environmentId: string; evaluatedAt: string; cacheAge: number; requestId?: string }
}

export const evaluate = (connection: Connection, flagKey: string, context: EvaluationContext) =>
  call<Evaluation>(connection, '/v1/evaluate', { flagKey, context })

export const evaluateBulk = (connection: Connection, flags: readonly string[], context: EvaluationContext) =>
  call<BulkEvaluation>(connection, '/v1/evaluate/bulk', { flags, context })

/** The environment that the key belongs to. */
export const environmentOfKey = async (connection: Connection): Promise<string> => {
  const { environmentId } = await call<{ environmentId: string }>(connection, '/v1/bundle')
  return environmentId
}

const call = async <Answer>(connection: Connection, path: string, body?: unknown): Promise<Answer> => {
  const baseUrl =
    connection.deliveryUrl ??
    wrongUse(
      'The address of the Delivery API is not known.',
      connection.profile === undefined
        ? 'Set BUNTING_DELIVERY_URL.'
        : `bunting login --profile ${connection.profile} --delivery-url <url>`,
    )
  const response = await send(`${baseUrl.replace(/\/$/, '')}${path}`, {
    headers: { authorization: `Bearer ${connection.key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Answer & { error?: unknown }
  if (response.ok) return answer
  if (answer.error === undefined) {
    return unreachable('The Delivery API has no flags of this environment yet.', 'Try again in a moment.')
  }
  throw errorOf(response, answer)
}
