import type { UserId } from '@bunting/contract'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { cookieOptions, sessionCookieName } from '../http/auth/cookies.ts'
import { hashKey } from '../http/auth/hash-key.ts'
import type { Deps } from '../http/endpoint/deps.ts'
import { callerOf } from '../http/server/caller.ts'
import { oldestSession, sessionEnd, sessionSeconds, type Way } from '../rules/access/sessions.ts'
import { sessionCreated, sessionEnded } from '../rules/audit/people.ts'

/**
 * Opens a session: the browser gets its secret, the database the hash. Any session that the browser had ends, since nobody
 * could return to it or know that it still exists.
 */
export const openSession = async (c: Context, deps: Deps, userId: UserId, by: Way): Promise<void> => {
  const cookie = sessionCookieName(deps.publicUrl)
  const before = getCookie(c, cookie)
  const secret = deps.newSecret()
  const id = deps.newId('session')
  const atUs = deps.nowUs()
  const caller = callerOf(c)
  await deps.store.transaction(async (tx) => {
    const { orgId } = await tx.users.lock(userId)
    await tx.sessions.removeOver(oldestSession(atUs))
    const ended = before === undefined ? [] : await tx.sessions.endByHash(hashKey(before))
    await tx.sessions.insert({ id, userId, hash: hashKey(secret), endsUs: sessionEnd(by, atUs), ...caller }, atUs)
    const entries = [...ended.map((one) => sessionEnded(one, caller)), sessionCreated(id, caller)]
    await tx.auditChain.append({ id: userId, type: 'user', orgId }, entries, deps)
  })
  setCookie(c, cookie, secret, { ...cookieOptions(deps.publicUrl), maxAge: sessionSeconds(by) })
}

export const forgetSession = (c: Context, publicUrl: string): void => {
  deleteCookie(c, sessionCookieName(publicUrl), cookieOptions(publicUrl))
}
