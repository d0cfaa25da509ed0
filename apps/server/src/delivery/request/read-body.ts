import { contextProblems, type ErrorDetail, fail, invalid } from '@bunting/contract'
import type { EvaluationContext } from '@bunting/engine'
import type { Request } from '../response/answer.ts'

export type Body = { flagKey?: unknown; flags?: unknown; context?: unknown; exposures?: unknown }

/** The body's JSON object. Unknown fields are ignored: an SDK may be newer than the server. */
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

/** The context of a body. Throws if it is invalid, or if there are other `problems` in the body. */
export const contextOf = (
  body: Body,
  { country }: Pick<Request, 'country'>,
  problems: readonly ErrorDetail[],
): EvaluationContext => {
  const inContext = contextProblems(body.context)
  if (problems.length + inContext.length > 0) {
    const details = inContext.map(({ path, message }) => ({
      path: path === '' ? 'context' : `context.${path}`,
      message,
    }))
    invalid('The body is not as described.', [...problems, ...details])
  }
  const { userId, anonymousId, attributes } = body.context as EvaluationContext
  // A new object: other fields that a caller puts into a context must not be taken for ours.
  return {
    userId: userId ?? undefined,
    anonymousId: anonymousId ?? undefined,
    attributes: attributes ?? undefined,
    proxyCountry: country,
  } as EvaluationContext
}
