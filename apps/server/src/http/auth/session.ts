import { fail, type Method } from '@bunting/contract'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { endsUnused, isWorthTouching, oldestSession } from '../../rules/access/sessions.ts'
import type { About } from '../../store/tables/about.ts'
import type { Deps } from '../endpoint/deps.ts'
import { aboutOf } from './about.ts'
import type { SessionUser } from './actor.ts'
import { sessionCookieName } from './cookies.ts'
import { hashKey } from './hash-key.ts'
import { recordUse } from './record-use.ts'

/** Finds the signed-in person with their current role. */
export const findSessionUser = async (
  c: Context,
  { store, nowUs, publicUrl }: Pick<Deps, 'store' | 'nowUs' | 'publicUrl'>,
): Promise<SessionUser | undefined> => {
  const secret = getCookie(c, sessionCookieName(publicUrl))
  const atUs = nowUs()
  if (secret === undefined) return undefined
  const found = await findSession({ store, nowUs }, hashKey(secret), aboutOf(c.req.param()))
  if (!found) return undefined
  const { usedUs, ...user } = found
  if (isWorthTouching(usedUs, atUs)) await recordUse(store, store.sessions.touch(user.sessionId, atUs))
  return user
}

/** The same by the hash of a session, without counting as a use of the session. */
export const findSession = async (
  { store, nowUs }: Pick<Deps, 'store' | 'nowUs'>,
  hash: string,
  about: About | undefined,
): Promise<(SessionUser & { usedUs: number }) | undefined> => {
  const found = await store.sessions.findActor(hash, oldestSession(nowUs()), about)
  if (!found) return undefined
  const { endsUs, ...user } = found
  return { ...user, type: 'user', credential: { hash, endsMs: Math.floor(endsUnused(found) / 1_000) } }
}

/** Refuses changes that pages of other origins ask for: browsers add our cookies to the requests of any page. */
export const requireOwnOrigin = (c: Context, method: Method, { publicUrl }: Pick<Deps, 'publicUrl'>): void => {
  if (method === 'GET') return
  const own = new URL(publicUrl).origin
  const origin = c.req.header('origin') ?? fail('CSRF_MISSING_ORIGIN', `Send "Origin: ${own}" with a session.`)
  if (origin !== own)
    fail(
      'CSRF_ORIGIN_MISMATCH',
      `With a session only the pages of ${own} may change anything. Is BUNTING_PUBLIC_URL right?`,
    )
}
