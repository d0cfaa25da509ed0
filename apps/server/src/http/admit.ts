import { type Access, ApiError, type Endpoint, fail } from '@bunting/contract'
import type { Context } from 'hono'
import { requireApprover, requireRole } from '../rules/permissions.ts'
import { aboutOf } from './about.ts'
import type { Actor } from './actor.ts'
import { authenticate, requireOperator } from './authenticate.ts'
import { networkOf } from './caller-address.ts'
import type { Deps } from './deps.ts'
import { type Allowance, allowanceHeaders } from './rate-limit.ts'
import { findSessionUser, requireOwnOrigin } from './session.ts'

/** Who calls, if they may and have not called too often. The operator and the public act in no organization. */
export const admit = async (c: Context, endpoint: Endpoint, deps: Deps): Promise<Actor | undefined> => {
  const { access } = endpoint
  if (access === 'public') return undefined
  return guarded(c, deps, () =>
    access === 'operator'
      ? requireOperator(deps, c.req.header('authorization'))
      : recognize(c, { ...endpoint, access }, deps),
  )
}

type ForActors = Pick<Endpoint, 'method' | 'approval'> & { access: Exclude<Access, 'public' | 'operator'> }

const recognize = async (c: Context, { access, method, approval }: ForActors, deps: Deps): Promise<Actor> => {
  const authorization = c.req.header('authorization')
  const bySession = access === 'session' || (access !== 'telemetry' && authorization === undefined)
  const user = bySession ? await findSessionUser(c, deps) : undefined
  if (access === 'session' && !user) fail('UNAUTHORIZED', 'Nobody is signed in, or the session is over.')
  const actor = user ?? (await authenticate(deps, authorization, access, aboutOf(c.req.param())))
  spend(c, deps.limiters.management.take(limitedAs(c, actor)))
  if (user && access !== 'session' && access !== 'telemetry') requireRole(user.role, access)
  if (approval) requireApprover(deps.approvals, actor)
  if (user) requireOwnOrigin(c, method, deps)
  return actor
}

/**
 * Runs a look at a secret. An address that has used up its failures is refused before anything is compared, whatever it
 * sends: a right guess must not be told from a wrong one. Whatever is answered with a 401 is a failure. A look that does
 * not wait is counted before anybody else's begins, so that guesses sent all at once get no further than one by one.
 */
export const guarded = async <Result>(
  c: Context,
  { limiters }: Pick<Deps, 'limiters'>,
  look: () => Result | Promise<Result>,
): Promise<Result> => {
  const network = networkOf(addressOf(c))
  const allowance = limiters.failed.look(network)
  if (allowance && !allowance.allowed) spend(c, allowance)
  try {
    return await look()
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) spend(c, limiters.failed.take(network))
    throw error
  }
}

/** A client key is in every browser: one of them must not use up what the others have. */
const limitedAs = (c: Context, actor: Actor): string =>
  actor.type === 'api_key' && actor.keyType === 'client' ? `${actor.id} ${networkOf(addressOf(c))}` : actor.id

/** The whole address that a request came from, as `common` found it. To count by it, take `networkOf` it. */
export const addressOf = (c: Context): string => (c.get('address' as never) as string | undefined) ?? ''

export const spend = (c: Context, allowance: Allowance | undefined): void => {
  if (!allowance) return
  const headers = allowanceHeaders(allowance)
  for (let at = 0; at < headers.length; at += 2) c.header(headers[at] as string, headers[at + 1])
  if (!allowance.allowed) fail('RATE_LIMITED', `Too many requests. Try again in ${allowance.retryAfterSeconds} s.`)
}
