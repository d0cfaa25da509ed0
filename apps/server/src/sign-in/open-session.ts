import type { UserId } from '@bunting/contract'
import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { callerOf } from '../http/caller.ts'
import { cookieOptions, sessionCookieName } from '../http/cookies.ts'
import type { Deps } from '../http/deps.ts'
import { hashKey } from '../http/hash-key.ts'
import { sessionCreated } from '../rules/audit.ts'
import { oldestSession, sessionSeconds } from '../rules/sessions.ts'

/** Signs somebody in: the browser gets the secret of a new session, the database its hash. */
export const openSession = async (c: Context, deps: Deps, userId: UserId): Promise<void> => {
  const secret = deps.newSecret()
  const id = deps.newId('session')
  const atUs = deps.nowUs()
  await deps.store.sessions.removeOver(oldestSession(atUs))
  await deps.store.transaction(async (tx) => {
    const { orgId } = await tx.users.lock(userId)
    await tx.sessions.insert({ id, userId, hash: hashKey(secret) }, atUs)
    await tx.auditChain.append({ id: userId, type: 'user', orgId }, [sessionCreated(id, callerOf(c))], deps)
  })
  const options = { ...cookieOptions(deps.publicUrl), maxAge: sessionSeconds }
  setCookie(c, sessionCookieName(deps.publicUrl), secret, options)
}

export const forgetSession = (c: Context, publicUrl: string): void => {
  deleteCookie(c, sessionCookieName(publicUrl), cookieOptions(publicUrl))
}
