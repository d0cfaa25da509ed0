import { fail } from '@bunting/contract'
import { bearerIn } from '../auth/bearer.ts'
import type { Secrets } from '../auth/secrets.ts'

/** Refuses reads of `/metrics` without the token. */
export const requireMetricsToken = (tokens: Secrets, authorization: string | undefined): void => {
  if (authorization === undefined) fail('UNAUTHORIZED', 'Send the token: "Authorization: Bearer <METRICS_TOKEN>".')
  if (!tokens.has(bearerIn(authorization ?? '') ?? ''))
    fail('INVALID_API_KEY', 'The token is not the one of the metrics.')
}
