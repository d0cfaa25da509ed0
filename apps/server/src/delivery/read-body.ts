import { contextProblems, type ErrorDetail, fail } from '@bunting/contract'
import type { EvaluationContext } from '@bunting/engine'

type Body = { flagKey?: unknown; flags?: unknown; context?: unknown }

/** The body's JSON object. What it has beyond what we read is ignored: an SDK may be newer than the server. */
export const parseBody = (text: string): Body => {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    fail('INVALID_JSON', `The body is not valid JSON: ${(error as Error).message}`)
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    fail('VALIDATION_ERROR', 'The body is not as described.', [{ path: '', message: 'must be an object' }])
  }
  return body as Body
}

/** The context, once it and everything else in the body are known to be well. */
export const contextOf = (body: Body, problems: readonly ErrorDetail[]): EvaluationContext => {
  const inContext = contextProblems(body.context).map(({ path, message }) => ({
    path: path === '' ? 'context' : `context.${path}`,
    message,
  }))
  const details = [...problems, ...inContext]
  if (details.length > 0) fail('VALIDATION_ERROR', 'The body is not as described.', details)
  return body.context as EvaluationContext
}
