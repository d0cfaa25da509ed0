import type { ApiKeyId, ApiKeyType, EnvironmentId, OrganizationId, Scope } from '@bunting/contract'

/** A key as Delivery knows it, found by the hash of one of its secrets. */
export type PublishedKey = {
  id: ApiKeyId
  orgId: OrganizationId
  environmentId: EnvironmentId
  type: ApiKeyType
  scopes: readonly Scope[]
  /** When the secret stops working; absent: never. */
  expiresMs?: number
}
