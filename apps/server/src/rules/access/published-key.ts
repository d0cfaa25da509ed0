import type { ApiKeyId, ApiKeyType, EnvironmentId, OrganizationId, Scope } from '@bunting/contract'

/** What Delivery needs to know of a key, by one of its secrets. */
export type PublishedKey = {
  id: ApiKeyId
  orgId: OrganizationId
  environmentId: EnvironmentId
  type: ApiKeyType
  scopes: readonly Scope[]
  /** From then on the secret that it was found by is none; left out: never. */
  expiresMs?: number
}
