import { type Access, fail } from '@bunting/contract'
import { looksLikeKey } from '../../rules/access/api-keys.ts'
import { requireScope, scopesNow } from '../../rules/access/permissions.ts'
import { isNewUse, minuteOf } from '../../rules/usage/key-uses.ts'
import type { About } from '../../store/tables/about.ts'
import type { Deps } from '../endpoint/deps.ts'
import type { KeyBearer } from './actor.ts'
import { bearerIn } from './bearer.ts'
import { hashKey } from './hash-key.ts'
import { recordUse } from './record-use.ts'

/** The actor of an API key, which must have the scope for this; for telemetry a client key is enough. */
export const authenticate = async (
  { store, nowUs }: Pick<Deps, 'store' | 'nowUs'>,
  authorization: string | undefined,
  access: Access,
  about: About | undefined,
): Promise<KeyBearer> => {
  const key = bearer(authorization)
  const found = looksLikeKey(key) ? await findBearer({ store, nowUs }, hashKey(key), about) : undefined
  if (!found) return fail('INVALID_API_KEY', 'The API key is malformed, unknown, expired or revoked.')
  const { usedMs, ...actor } = found
  const nowMs = Math.floor(nowUs() / 1_000)
  if (isNewUse(usedMs, nowMs)) {
    await recordUse(store, store.apiKeys.touch({ keyIds: [actor.id], minuteMs: minuteOf(nowMs) }))
  }
  requireScope(actor, access)
  return actor
}

/** The same by the hash of a key, without counting as a use of the key. */
export const findBearer = async (
  { store, nowUs }: Pick<Deps, 'store' | 'nowUs'>,
  hash: string,
  about: About | undefined,
): Promise<(KeyBearer & { usedMs: number | null }) | undefined> => {
  const found = await store.apiKeys.findActor(hash, Math.floor(nowUs() / 1_000), about)
  if (!found) return undefined
  const { owner, scopes: madeFor, endsMs, ...key } = found
  const credential = { hash, endsMs: endsMs ?? Number.POSITIVE_INFINITY }
  return {
    ...key,
    type: 'api_key',
    ownerId: owner?.id ?? null,
    madeFor,
    scopes: scopesNow(madeFor, owner),
    credential,
  }
}

/** Refuses callers without the operator's token. If no token is configured, the operator's routes do not exist. */
export const requireOperator = (
  { adminTokens }: Pick<Deps, 'adminTokens'>,
  authorization: string | undefined,
): undefined => {
  if (!adminTokens) return fail('RESOURCE_NOT_FOUND', 'There is nothing at this address.')
  if (!adminTokens.has(bearer(authorization))) fail('INVALID_API_KEY', "The token is not the operator's.")
}

const bearer = (authorization: string | undefined): string => {
  if (authorization === undefined) fail('UNAUTHORIZED', 'Send an API key: "Authorization: Bearer <API_KEY>".')
  return (
    bearerIn(authorization ?? '') ?? fail('INVALID_API_KEY', 'The Authorization header must be "Bearer <API_KEY>".')
  )
}
