import type {
  ActorId,
  ApiKey,
  ApiKeyId,
  ApiKeyType,
  EnvironmentId,
  OrganizationId,
  Page,
  Paging,
  Plan,
  Scope,
  UserId,
} from '@bunting/contract'
import type { Selectable } from 'kysely'
import { type Access, locked } from './access.ts'
import { isoTime, pageOf, placeInList } from './list.ts'
import type { Schema } from './schema.ts'

export type NewApiKey = {
  id: ApiKeyId
  orgId: OrganizationId
  environmentId: EnvironmentId
  hash: string
  keyPrefix: string
  type: ApiKeyType
  scopes: readonly Scope[]
  description: string
  createdBy: ActorId
  /** Whose key it is: the person who made it, or who made the key that made it. */
  ownerId: UserId | null
}

/** A key, and where it is one. */
export type PlacedApiKey = ApiKey & { environmentId: EnvironmentId }

/** A key as its bearer: who it is and what it may. */
export type KeyActor = {
  id: ApiKeyId
  orgId: OrganizationId
  environmentId: EnvironmentId
  keyType: ApiKeyType
  scopes: readonly Scope[]
  ownerId: UserId | null
  plan: Plan
}

export const apiKeysTable = (access: Access) => {
  const { db } = access
  return {
    /** The bearer of a key that is valid now. */
    findActor: async (hash: string): Promise<KeyActor | undefined> => {
      const row = await db
        .selectFrom('api_keys as key')
        .innerJoin('organizations as organization', 'organization.id', 'key.org_id')
        .selectAll('key')
        .select('organization.plan')
        .where('key.hash', '=', hash)
        .where('key.revoked_us', 'is', null)
        .executeTakeFirst()
      if (!row) return undefined
      const { id, org_id: orgId, environment_id: environmentId, type: keyType, owner_id: ownerId, plan } = row
      return { id, orgId, environmentId, keyType, scopes: toScopes(row.scopes), ownerId, plan }
    },

    find: async (environmentId: EnvironmentId, id: string): Promise<ApiKey | undefined> => {
      const row = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('id', '=', id as ApiKeyId)
        .where('environment_id', '=', environmentId)
        .executeTakeFirst()
      return row && toApiKey(row)
    },

    /** As it is now, and nobody else revokes it until the transaction ends. */
    lock: async (id: string): Promise<PlacedApiKey> =>
      toApiKey(
        await locked(
          access,
          db
            .selectFrom('api_keys')
            .selectAll()
            .where('id', '=', id as ApiKeyId),
        ).executeTakeFirstOrThrow(),
      ),

    exists: async (hash: string): Promise<boolean> =>
      (await db.selectFrom('api_keys').select('id').where('hash', '=', hash).executeTakeFirst()) !== undefined,

    list: async (environmentId: EnvironmentId, paging: Paging): Promise<Page<ApiKey>> => {
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .$if(paging.cursor !== undefined, (query) => query.where('created_us', '<', paging.cursor as number))
        .orderBy('created_us', 'desc')
        .limit(paging.limit + 1)
        .execute()
      return pageOf(rows, paging, toApiKey)
    },

    /** What keys are called, for those of the ids that are keys of the organization. */
    describe: async (orgId: OrganizationId, ids: readonly string[]): Promise<{ id: string; description: string }[]> =>
      db
        .selectFrom('api_keys')
        .select(['id', 'description'])
        .where('org_id', '=', orgId)
        .where('id', 'in', ids as ApiKeyId[])
        .execute(),

    insert: async (key: NewApiKey, atUs: number): Promise<PlacedApiKey> => {
      const row = await placeInList(atUs, (created_us) =>
        db
          .insertInto('api_keys')
          .values({
            id: key.id,
            org_id: key.orgId,
            environment_id: key.environmentId,
            hash: key.hash,
            key_prefix: key.keyPrefix,
            type: key.type,
            scopes: key.scopes.join(','),
            description: key.description,
            created_by: key.createdBy,
            owner_id: key.ownerId,
            created_us,
          })
          .onConflict((conflict) => conflict.columns(['environment_id', 'created_us']).doNothing())
          .returningAll()
          .executeTakeFirst(),
      )
      return toApiKey(row)
    },

    /** Answers when it was revoked. */
    revoke: async (id: ApiKeyId, revokedUs: number): Promise<string> => {
      await db
        .updateTable('api_keys')
        .set((row) => ({ revoked_us: revokedUs, revision: row('revision', '+', 1) }))
        .where('id', '=', id)
        .execute()
      return isoTime(revokedUs)
    },
  }
}

const toScopes = (text: string): Scope[] => text.split(',') as Scope[]

const toApiKey = (row: Selectable<Schema['api_keys']>): PlacedApiKey => ({
  id: row.id,
  environmentId: row.environment_id,
  keyPrefix: row.key_prefix,
  type: row.type,
  description: row.description,
  scopes: toScopes(row.scopes),
  createdAt: isoTime(row.created_us),
  createdBy: row.created_by,
  revokedAt: row.revoked_us === null ? null : isoTime(row.revoked_us),
})
