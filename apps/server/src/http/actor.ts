import { createHash, timingSafeEqual } from 'node:crypto'
import { type ActorId, type ActorType, fail, type OrganizationId, type Plan } from '@bunting/contract'
import { looksLikeKey } from '../rules/api-keys.ts'
import { requireManagement } from '../rules/permissions.ts'
import type { Deps } from './deps.ts'

/** Who calls, in which organization. */
export type Actor = { id: ActorId; type: ActorType; orgId: OrganizationId; plan: Plan }

export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/** The actor behind an API key that may use the Management API. */
export const identify = async (deps: Pick<Deps, 'store'>, authorization: string | undefined): Promise<Actor> => {
  const key = bearer(authorization)
  const found = looksLikeKey(key) ? await deps.store.apiKeys.findActor(hashKey(key)) : undefined
  const bearerOfKey = found ?? fail('INVALID_API_KEY', 'The API key is malformed, unknown or revoked.')
  requireManagement(bearerOfKey)
  return { id: bearerOfKey.id, type: 'api_key', orgId: bearerOfKey.orgId, plan: bearerOfKey.plan }
}

/** The operator's routes do not exist where no token opens them. */
export const requireOperator = (
  { adminToken }: Pick<Deps, 'adminToken'>,
  authorization: string | undefined,
): undefined => {
  if (adminToken === undefined) fail('RESOURCE_NOT_FOUND', 'There is nothing at this address.')
  const token = Buffer.from(hashKey(bearer(authorization)))
  if (!timingSafeEqual(token, Buffer.from(hashKey(adminToken as string)))) {
    fail('INVALID_API_KEY', "The token is not the operator's.")
  }
}

const bearer = (authorization: string | undefined): string => {
  if (authorization === undefined) fail('UNAUTHORIZED', 'Send an API key: "Authorization: Bearer <API_KEY>".')
  const match = /^Bearer +(\S+) *$/i.exec(authorization ?? '')
  return match?.[1] ?? fail('INVALID_API_KEY', 'The Authorization header must be "Bearer <API_KEY>".')
}
