import {
  type Access,
  type ApiKeyId,
  type ApiKeyType,
  type EnvironmentId,
  fail,
  type OrganizationId,
  type Plan,
  type UserId,
} from '@bunting/contract'
import { looksLikeKey } from '../rules/api-keys.ts'
import { requireManagement, requireTelemetry } from '../rules/permissions.ts'
import { bearerIn } from './bearer.ts'
import type { Deps } from './deps.ts'
import { hashKey } from './hash-key.ts'
import type { SessionUser } from './session.ts'

export type KeyBearer = {
  id: ApiKeyId
  type: 'api_key'
  keyType: ApiKeyType
  orgId: OrganizationId
  environmentId: EnvironmentId
  ownerId: UserId | null
  plan: Plan
}

/** Who calls, in which organization. */
export type Actor = KeyBearer | SessionUser

/** The person behind an actor: a session's own, or whose key it is. None where the operator or the bootstrap made it. */
export const personOf = (actor: Actor): UserId | null => (actor.type === 'user' ? actor.id : actor.ownerId)

/** The actor behind an API key that may use the Management API; for telemetry a client key will do. */
export const identify = async (
  deps: Pick<Deps, 'store'>,
  authorization: string | undefined,
  access: Access,
): Promise<KeyBearer> => {
  const key = bearer(authorization)
  const found = looksLikeKey(key) ? await deps.store.apiKeys.findActor(hashKey(key)) : undefined
  const bearerOfKey = found ?? fail('INVALID_API_KEY', 'The API key is malformed, unknown or revoked.')
  if (access === 'telemetry') requireTelemetry(bearerOfKey)
  else requireManagement(bearerOfKey)
  const { id, keyType, orgId, environmentId, ownerId, plan } = bearerOfKey
  return { id, type: 'api_key', keyType, orgId, environmentId, ownerId, plan }
}

/** The operator's routes do not exist where no token opens them. */
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
