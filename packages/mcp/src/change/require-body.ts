import { type ErrorDetail, invalid, parse } from '@bunting/contract'
import type { z } from 'zod'

/**
 * Refuses what an endpoint would refuse, in its words, before a person is asked: about a body of a wrong form nothing true can
 * be said. `problems` are those beyond the form.
 */
export const requireBody = (
  endpoint: { body?: z.ZodType | undefined },
  body: unknown,
  problems: readonly ErrorDetail[] = [],
): void => {
  const parsed = endpoint.body && parse(endpoint.body, body)
  const details = [...(parsed?.ok === false ? parsed.details : []), ...problems]
  if (details.length > 0) invalid('The body is not as described.', details)
}
