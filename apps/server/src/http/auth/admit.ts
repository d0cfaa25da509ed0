import { type Access, ApiError, type Endpoint, fail } from '@bunting/contract'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { looksLikeKey } from '../../rules/access/api-keys.ts'
import { requireApprover, requireRole } from '../../rules/access/permissions.ts'
import { looksLikeSession } from '../../rules/access/sessions.ts'
import { sizeText } from '../../rules/configs/bundle-size.ts'
import { requestsIn } from '../../rules/weight.ts'
import type { Deps } from '../endpoint/deps.ts'
import { networkOf } from '../server/caller-address.ts'
import { aboutOf } from './about.ts'
import { aboutKey } from './about-key.ts'
import { type Actor, personOf } from './actor.ts'
import { assistantIn } from './assistant.ts'
import { authenticate, requireOperator } from './authenticate.ts'
import { bearerIn } from './bearer.ts'
import { sessionCookieName } from './cookies.ts'
import { hashKey } from './hash-key.ts'
import { type Allowance, allowanceHeaders } from './rate-limit.ts'
import { findSessionUser, requireOwnOrigin } from './session.ts'

/**
 * Finds the caller, and refuses one without the right or over the rate limit. The operator and the public act in no
 * organization.
 */
export const admit = async (c: Context, endpoint: Admitting, deps: Deps): Promise<Actor | undefined> => {
  const { access, projectOfKey = false } = endpoint
  if (access === 'public') return undefined
  if (access === 'operator') return guarded(c, deps, () => requireOperator(deps, c.req.header('authorization')))
  const hash = credentialHash(c, isBySession(c, { access, projectOfKey }), deps)
  return guarded(c, deps, () => recognize(c, { ...endpoint, access }, deps), hash)
}

/** The part of an endpoint that says who may call it. */
type Admitting = Pick<Endpoint, 'access' | 'method' | 'approval' | 'projectOfKey'>

type ForActors = Omit<Admitting, 'access'> & { access: Exclude<Access, 'public' | 'operator'> }

/** Tells whether the caller is identified by a session's cookie and not by a key. */
const isBySession = (c: Context, { access, projectOfKey }: Pick<ForActors, 'access' | 'projectOfKey'>): boolean =>
  access === 'session' || (access !== 'telemetry' && !projectOfKey && c.req.header('authorization') === undefined)

const recognize = async (c: Context, endpoint: ForActors, deps: Deps): Promise<Actor> => {
  const { access, method, approval } = endpoint
  const user = isBySession(c, endpoint) ? await findSessionUser(c, deps) : undefined
  if (access === 'session' && !user) fail('UNAUTHORIZED', 'Nobody is signed in, or the session is over.')
  const actor = user ?? (await byKey(c, endpoint, deps))
  spend(c, deps.limiters.management.take(limitedAs(c, actor)))
  if (user && access !== 'session' && access !== 'telemetry') requireRole(user.role, access)
  if (approval) requireApprover(deps.approvals, actor)
  if (user) requireOwnOrigin(c, method, deps)
  return actor
}

const byKey = async (c: Context, { access, projectOfKey }: ForActors, deps: Deps): Promise<Actor> => {
  const authorization = c.req.header('authorization')
  const about = projectOfKey ? await aboutKey(deps, authorization, c.req.query('projectId')) : aboutOf(c.req.param())
  const bearer = await authenticate(deps, authorization, access, about)
  return { ...bearer, assistant: assistantIn(c.req.header('bunting-via')) }
}

/** Charges the caller more for an expensive request, once its cost is known. */
export const chargeFor =
  (c: Context, actor: Actor | undefined, { limiters }: Pick<Deps, 'limiters'>) =>
  (weight: number): void => {
    const more = requestsIn(weight)
    if (actor && more > 0) spend(c, limiters.management.take(limitedAs(c, actor), more))
  }

/** Counts the bytes that a change stores against its actor's limit per day. */
export const keepFor =
  (c: Context, actor: Actor | undefined, { limiters }: Pick<Deps, 'limiters'>) =>
  (bytes: number): void => {
    const allowance = actor && bytes > 0 ? limiters.kept.take(personOf(actor) ?? actor.id, bytes) : undefined
    if (!allowance || allowance.allowed) return
    c.header('Retry-After', String(allowance.retryAfterSeconds))
    fail(
      'RATE_LIMITED',
      `You have saved ${sizeText(allowance.limit)} of configs and proposals, as much as a person or key may in a day. Try again in ${allowance.retryAfterSeconds} s.`,
    )
  }

/**
 * Runs a check of a secret. An answer of 401 counts as a failure of the caller's address. A check that does not wait is
 * counted before any other begins, so that parallel guesses get no further than one by one. `hash` is given for a
 * credential that cannot be guessed.
 */
export const guarded = async <Result>(
  c: Context,
  { limiters, tried }: Pick<Deps, 'limiters' | 'tried'>,
  look: () => Result | Promise<Result>,
  hash?: string,
): Promise<Result> => {
  const network = networkOf(addressOf(c))
  const allowance = limiters.failed.look(network)
  if (allowance?.allowed === false) requireGood(c, { limiters, tried }, allowance, hash)
  try {
    const result = await look()
    if (hash !== undefined) tried.worked(hash)
    return result
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      if (hash !== undefined) tried.failed(hash)
      spend(c, limiters.failed.take(network))
    }
    throw error
  }
}

/**
 * For an address that has used up its failures. A secret that could be guessed is refused before it is compared, so
 * that a right guess looks like a wrong one. Over 200 random bits cannot be guessed, so a valid key or session goes on
 * working whatever its neighbours send; an unknown one is looked up as long as the limit for all such addresses
 * together allows it.
 */
const requireGood = (
  c: Context,
  { limiters, tried }: Pick<Deps, 'limiters' | 'tried'>,
  allowance: Allowance,
  hash: string | undefined,
): void => {
  if (hash === undefined || tried.hasFailed(hash)) spend(c, allowance)
  const lookups = hash === undefined || tried.hasWorked(hash) ? undefined : limiters.lookups.take('')
  if (lookups?.allowed === false) spend(c, lookups)
}

/** The hash of the key or session that was sent, if it is well-formed. */
const credentialHash = (c: Context, bySession: boolean, { publicUrl }: Deps): string | undefined => {
  const secret = bySession ? getCookie(c, sessionCookieName(publicUrl)) : bearerIn(c.req.header('authorization') ?? '')
  const isWellFormed = bySession ? looksLikeSession : looksLikeKey
  return secret !== undefined && isWellFormed(secret) ? hashKey(secret) : undefined
}

/** The name to limit by. Browsers share a client key, so it is limited per network: one must not use up what others have. */
const limitedAs = (c: Context, actor: Actor): string =>
  actor.type === 'api_key' && actor.keyType === 'client' ? `${actor.id} ${networkOf(addressOf(c))}` : actor.id

/** The full address that a request came from, as `common` found it. To count by address, use `networkOf`. */
export const addressOf = (c: Context): string => (c.get('address' as never) as string | undefined) ?? ''

export const spend = (c: Context, allowance: Allowance | undefined): void => {
  if (!allowance) return
  const headers = allowanceHeaders(allowance)
  for (let at = 0; at < headers.length; at += 2) c.header(headers[at] as string, headers[at + 1])
  if (!allowance.allowed) fail('RATE_LIMITED', `Too many requests. Try again in ${allowance.retryAfterSeconds} s.`)
}
