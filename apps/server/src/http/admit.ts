import { ApiError, type Endpoint, fail } from '@bunting/contract'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { requireRole } from '../rules/permissions.ts'
import { type Actor, identify, requireOperator } from './actor.ts'
import type { Deps } from './deps.ts'
import { type Allowance, allowanceHeaders } from './rate-limit.ts'
import { findSessionUser, requireOwnOrigin } from './session.ts'

/** Who calls, if they may and have not called too often. The operator and the public act in no organization. */
export const admit = async (c: Context, endpoint: Endpoint, deps: Deps): Promise<Actor | undefined> => {
  const { access, method } = endpoint
  const authorization = c.req.header('authorization')
  try {
    if (access === 'public') return undefined
    if (access === 'operator') return requireOperator(deps, authorization)
    const bySession = access === 'session' || (access !== 'telemetry' && authorization === undefined)
    const user = bySession ? await findSessionUser(c, deps) : undefined
    if (access === 'session' && !user) fail('UNAUTHORIZED', 'Nobody is signed in, or the session is over.')
    const actor = user ?? (await identify(deps, authorization, access))
    spend(c, deps.limiters.management.take(limitedAs(c, actor)))
    if (user && access !== 'session' && access !== 'telemetry') requireRole(user.role, access)
    if (user) requireOwnOrigin(c, method, deps)
    return actor
  } catch (error) {
    if (error instanceof ApiError && error.code === 'INVALID_API_KEY') spend(c, deps.limiters.failed.take(addressOf(c)))
    throw error
  }
}

/** A client key is in every browser: one of them must not use up what the others have. */
const limitedAs = (c: Context, actor: Actor): string =>
  actor.type === 'api_key' && actor.keyType === 'client' ? `${actor.id} ${addressOf(c)}` : actor.id

export const addressOf = (c: Context): string =>
  (c.env as HttpBindings | undefined)?.incoming?.socket.remoteAddress ?? ''

export const spend = (c: Context, allowance: Allowance | undefined): void => {
  if (!allowance) return
  const headers = allowanceHeaders(allowance)
  for (let at = 0; at < headers.length; at += 2) c.header(headers[at] as string, headers[at + 1])
  if (!allowance.allowed) fail('RATE_LIMITED', `Too many requests. Try again in ${allowance.retryAfterSeconds} s.`)
}
