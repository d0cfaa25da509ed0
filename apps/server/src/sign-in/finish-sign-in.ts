import type { Context } from 'hono'
import type { Deps } from '../http/endpoint/deps.ts'
import { callerOf } from '../http/server/caller.ts'
import { takeAttempt } from './attempt/attempt-cookies.ts'
import { takeBegun } from './attempt/attempts.ts'
import { noteRefusal } from './attempt/note-refusal.ts'
import { type Refusal, refusals } from './attempt/refusals.ts'
import { safeReturn } from './attempt/return-to.ts'
import { enter } from './joining/enter.ts'
import { openSession } from './open-session.ts'
import { refusalPage } from './page.ts'
import { callbackUrl } from './provider/callback-url.ts'
import { Declined } from './provider/provider.ts'
import { withoutProvider } from './provider/without-provider.ts'
import type { SignInSettings } from './settings.ts'

/** `GET /api/auth/callback/idp`: finishes a sign-in that returns from the provider. */
export const finishSignIn = async (c: Context, deps: Deps, settings: SignInSettings): Promise<Response> => {
  const { provider, guests } = settings
  const { log, publicUrl } = deps
  const attempt = takeAttempt(c, publicUrl)
  if (!provider) return withoutProvider()
  if (!attempt || c.req.query('state') !== attempt.state) return refusalPage(c, refusals.notStartedHere, publicUrl)
  if (!(await takeBegun(deps, attempt.state))) return refusalPage(c, refusals.notStartedHere, publicUrl)

  const cameBackTo = new URL(callbackUrl(publicUrl))
  cameBackTo.search = new URL(c.req.url).search
  const profile = await provider.finish(cameBackTo, attempt).catch((error: unknown): Refusal => {
    if (error instanceof Declined) return refusals.declined(error.message)
    log.warn({ err: error, requestId: c.get('requestId' as never) }, 'a sign-in failed at the provider')
    return refusals.providerFailed
  })
  if ('status' in profile) return refusalPage(c, profile, publicUrl)
  const { email } = profile
  if (email === undefined) {
    await noteRefusal(c, deps, profile, 'unverified')
    return refusalPage(c, refusals.withoutEmail, publicUrl)
  }

  const user = await enter(deps, { ...profile, email }, guests, callerOf(c))
  if ('refused' in user) {
    await noteRefusal(c, deps, profile, user.refused)
    const refusal = user.refused === 'full' ? refusals.full(user.why) : refusals[user.refused](email)
    return refusalPage(c, refusal, publicUrl)
  }
  await openSession(c, deps, user.id, 'provider')
  return c.redirect(safeReturn(attempt.returnTo, publicUrl), 302)
}
