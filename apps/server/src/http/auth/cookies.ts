import type { CookieOptions } from 'hono/utils/cookie'
import { isLoopback } from '../server/loopback.ts'
import { prefixOf } from '../server/prefix.ts'

/**
 * Over HTTPS the name makes browsers check that this very host set the cookie, for all of its paths (`__Host-`). Under
 * a path prefix the other paths belong to others and must not get it: there they only check that it was set over HTTPS
 * (`__Secure-`). Over plain HTTP browsers reject such names.
 */
export const sessionCookieName = (publicUrl: string): string => {
  if (new URL(publicUrl).protocol !== 'https:') return 'bunting_session'
  return prefixOf(publicUrl) === '' ? '__Host-bunting_session' : '__Secure-bunting_session'
}

/**
 * The options of all our cookies: scripts cannot read them, and requests from other sites do not carry them. Browsers
 * accept `Secure` over HTTPS and from the machine they run on; over plain HTTP from elsewhere they would drop the
 * cookie.
 */
export const cookieOptions = (publicUrl: string): CookieOptions => {
  const { protocol, hostname } = new URL(publicUrl)
  return {
    path: prefixOf(publicUrl) || '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: protocol === 'https:' || isLoopback(hostname),
  }
}
