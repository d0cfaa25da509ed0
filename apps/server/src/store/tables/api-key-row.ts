import type { ApiKey, EnvironmentId, Scope } from '@bunting/contract'
import type { Selectable } from 'kysely'
import { isoTime } from '../core/list.ts'
import type { Schema } from '../core/schema.ts'

export const toScopes = (text: string): Scope[] => text.split(',') as Scope[]

/** A key, with the environment that it belongs to. */
export type PlacedApiKey = ApiKey & { environmentId: EnvironmentId }

export const toApiKey = (row: Selectable<Schema['api_keys']>): PlacedApiKey => ({
  id: row.id,
  environmentId: row.environment_id,
  keyPrefix: row.key_prefix,
  type: row.type,
  description: row.description,
  scopes: toScopes(row.scopes),
  createdAt: isoTime(row.created_us),
  createdBy: row.created_by,
  expiresAt: row.expires_ms === null ? null : new Date(row.expires_ms).toISOString(),
  lastUsedAt: row.used_ms === null ? null : new Date(row.used_ms).toISOString(),
  revokedAt: row.revoked_us === null ? null : isoTime(row.revoked_us),
})
