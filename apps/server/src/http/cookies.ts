import type { CookieOptions } from 'hono/utils/cookie'
import { isLoopback } from './loopback.ts'

/**
 * Over HTTPS the name has a browser see to it that nobody but this very host set the cookie. Over plain HTTP no browser
 * takes such a name.
 */
export const sessionCookieName = (publicUrl: string): string =>
  new URL(publicUrl).protocol === 'https:' ? '__Host-bunting_session' : 'bunting_session'

/**
 * What every cookie of ours has: scripts cannot read it, and other sites' requests do not carry it. Browsers take
 * `Secure` over HTTPS and from the machine they run on; over plain HTTP from elsewhere they would drop the cookie.
 */
export const cookieOptions = (publicUrl: string): CookieOptions => {
  const { protocol, hostname } = new URL(publicUrl)
  return { path: '/', httpOnly: true, sameSite: 'Lax', secure: protocol === 'https:' || isLoopback(hostname) }
}
