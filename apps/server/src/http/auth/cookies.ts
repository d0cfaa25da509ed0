import type { CookieOptions } from 'hono/utils/cookie'
import { isLoopback } from '../server/loopback.ts'
import { prefixOf } from '../server/prefix.ts'

/**
 * Over HTTPS the name has a browser see to it that nobody but this very host set the cookie, for all of its paths; under a
 * prefix, where the other paths are others' and must not get it, that it was set over HTTPS. Over plain HTTP no browser
 * takes such names.
 */
export const sessionCookieName = (publicUrl: string): string => {
  if (new URL(publicUrl).protocol !== 'https:') return 'bunting_session'
  return prefixOf(publicUrl) === '' ? '__Host-bunting_session' : '__Secure-bunting_session'
}

/**
 * What every cookie of ours has: scripts cannot read it, and other sites' requests do not carry it. Browsers take
 * `Secure` over HTTPS and from the machine they run on; over plain HTTP from elsewhere they would drop the cookie.
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
