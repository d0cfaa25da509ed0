import type { UserId } from '@bunting/contract'
import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { cookieOptions, sessionCookieName } from '../http/cookies.ts'
import type { Deps } from '../http/deps.ts'
import { hashKey } from '../http/hash-key.ts'
import { oldestSession, sessionSeconds } from '../rules/sessions.ts'

/** Signs somebody in: the browser gets the secret of a new session, the database its hash. */
export const openSession = async (c: Context, deps: Deps, userId: UserId): Promise<void> => {
  const secret = deps.newSecret()
  const atUs = deps.nowUs()
  await deps.store.sessions.removeOver(oldestSession(atUs))
  await deps.store.sessions.insert({ id: deps.newId('session'), userId, hash: hashKey(secret) }, atUs)
  const options = { ...cookieOptions(deps.publicUrl), maxAge: sessionSeconds }
  setCookie(c, sessionCookieName(deps.publicUrl), secret, options)
}

export const forgetSession = (c: Context, publicUrl: string): void => {
  deleteCookie(c, sessionCookieName(publicUrl), cookieOptions(publicUrl))
}
