import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { cookieOptions } from '../../http/auth/cookies.ts'
import { prefixOf } from '../../http/server/prefix.ts'
import type { Attempt } from '../provider/provider.ts'
import { attemptSeconds } from './attempts.ts'

const stateCookie = 'oauth_state'
/** Holds the parts of the attempt that must never appear in an address. */
const attemptCookie = 'oauth_attempt'

const options = (publicUrl: string) => ({ ...cookieOptions(publicUrl), path: `${prefixOf(publicUrl)}/api/auth` })

type Kept = Attempt & { returnTo: string }

/** Binds the attempt to this browser, so that no other attempt can be finished in it. */
export const keepAttempt = (c: Context, { state, verifier, returnTo }: Kept, publicUrl: string): void => {
  const kept = { ...options(publicUrl), maxAge: attemptSeconds }
  setCookie(c, stateCookie, state, kept)
  setCookie(c, attemptCookie, `${verifier} ${returnTo}`, kept)
}

/** Reads and clears the attempt of this browser. The store ensures single use, since a cookie can be copied. */
export const takeAttempt = (c: Context, publicUrl: string): Kept | undefined => {
  const state = deleteCookie(c, stateCookie, options(publicUrl))
  const [, verifier, returnTo] = /^(\S+) (.*)$/.exec(deleteCookie(c, attemptCookie, options(publicUrl)) ?? '') ?? []
  return state && verifier && returnTo !== undefined ? { state, verifier, returnTo } : undefined
}
