import { fail } from '@bunting/contract'
import type { Context } from 'hono'
import type { Deps } from '../http/endpoint/deps.ts'
import { keepAttempt } from './attempt/attempt-cookies.ts'
import { beginAttempt } from './attempt/attempts.ts'
import { safeReturn } from './attempt/return-to.ts'
import { callbackUrl } from './provider/callback-url.ts'
import { withoutProvider } from './provider/without-provider.ts'
import type { SignInSettings } from './settings.ts'

/** `GET /api/auth/idp`: redirects to the provider. */
export const startSignIn = async (c: Context, deps: Deps, { provider }: SignInSettings): Promise<Response> => {
  const { log, publicUrl } = deps
  if (!provider) return withoutProvider()
  const { address, ...attempt } = await provider.begin(callbackUrl(publicUrl)).catch((error: unknown): never => {
    log.warn({ err: error, requestId: c.get('requestId' as never) }, 'the provider cannot be reached')
    return fail('SERVICE_UNAVAILABLE', 'The identity provider does not answer. Try again in a moment.')
  })
  await beginAttempt(deps, attempt.state)
  keepAttempt(c, { ...attempt, returnTo: safeReturn(c.req.query('returnTo'), publicUrl) }, publicUrl)
  return c.redirect(address, 302)
}
