import type {
  ActorId,
  ApiKey,
  ApiKeyId,
  ApiKeyType,
  EnvironmentId,
  OrganizationId,
  Page,
  Paging,
  Scope,
  UserId,
} from '@bunting/contract'
import { type Access, locked } from '../core/access.ts'
import { countOf } from '../core/count-of.ts'
import { firstRevision, isoTime, newestFirst, pageOf, placeInList } from '../core/list.ts'
import { type PlacedApiKey, toApiKey } from './api-key-row.ts'
import { keyActors } from './key-actors.ts'
import { ownedKeys } from './owned-keys.ts'

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
  /** The owner of the key: the person who created it, or who owns the key that created it. */
  ownerId: UserId | null
  expiresMs: number | null
}

/** A key with the fields that only its changes need. */
export type LockedKey = PlacedApiKey & { hash: string; ownerId: UserId | null }

export const apiKeysTable = (access: Access) => {
  const { db } = access
  return {
    ...keyActors(access),
    ...ownedKeys(access),

    find: async (environmentId: EnvironmentId, id: string): Promise<ApiKey | undefined> => {
      const row = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('id', '=', id as ApiKeyId)
        .where('environment_id', '=', environmentId)
        .executeTakeFirst()
      return row && toApiKey(row)
    },

    /** Returns its current state, and locks it until the transaction ends. */
    lock: async (id: ApiKeyId): Promise<LockedKey> => {
      const query = db.selectFrom('api_keys').selectAll().where('id', '=', id)
      const row = await locked(access, query).executeTakeFirstOrThrow()
      return { ...toApiKey(row), hash: row.hash, ownerId: row.owner_id }
    },

    /** Counts the keys that are not revoked. */
    count: (environmentId: EnvironmentId): Promise<number> =>
      countOf(
        db,
        db
          .selectFrom('api_keys')
          .select('environment_id')
          .where('environment_id', '=', environmentId)
          .where('revoked_us', 'is', null),
      ),

    /** The current owner of a key, and its description. */
    findOwner: async (id: string): Promise<{ ownerId: UserId | null; description: string } | undefined> =>
      db
        .selectFrom('api_keys')
        .select(['owner_id as ownerId', 'description'])
        .where('id', '=', id as ApiKeyId)
        .executeTakeFirst(),

    /** Tells whether a key has or had this secret. */
    exists: async (hash: string): Promise<boolean> => {
      const current = await db.selectFrom('api_keys').select('id').where('hash', '=', hash).executeTakeFirst()
      const retired = await db.selectFrom('retired_secrets').select('hash').where('hash', '=', hash).executeTakeFirst()
      return current !== undefined || retired !== undefined
    },

    list: async (environmentId: EnvironmentId, paging: Paging): Promise<Page<ApiKey>> => {
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .$call(newestFirst(paging))
        .execute()
      return pageOf(rows, paging, toApiKey)
    },

    /** The descriptions of those of the ids that are keys of the organization. */
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
            expires_ms: key.expiresMs,
            created_us,
            revision: firstRevision(created_us),
          })
          .onConflict((conflict) => conflict.columns(['environment_id', 'created_us']).doNothing())
          .returningAll()
          .executeTakeFirst(),
      )
      return toApiKey(row)
    },

    /** Returns the time of the revocation. */
    revoke: async (id: ApiKeyId, revokedUs: number): Promise<string> => {
      await db
        .updateTable('api_keys')
        .set((row) => ({ revoked_us: revokedUs, revision: row('revision', '+', 1) }))
        .where('id', '=', id)
        .execute()
      return isoTime(revokedUs)
    },

    setSecret: async (id: ApiKeyId, secret: { hash: string; keyPrefix: string; ownerId: UserId | null }) => {
      const { hash, keyPrefix: key_prefix, ownerId: owner_id } = secret
      await db
        .updateTable('api_keys')
        .set((row) => ({ hash, key_prefix, owner_id, revision: row('revision', '+', 1) }))
        .where('id', '=', id)
        .execute()
    },

    /** The last time at which a key of the environment was used at Delivery, to the minute. */
    lastAsked: async (environmentId: EnvironmentId): Promise<number | null> => {
      const row = await db
        .selectFrom('api_keys')
        .select((one) => one.fn.max('asked_ms').as('lastMs'))
        .where('environment_id', '=', environmentId)
        .executeTakeFirst()
      return row?.lastMs ?? null
    },

    /** Records uses at Delivery, as `touch` does; they also count as uses. */
    touchAsked: async ({ keyIds, minuteMs }: { keyIds: readonly ApiKeyId[]; minuteMs: number }): Promise<void> => {
      if (keyIds.length === 0) return
      await db
        .updateTable('api_keys')
        .set((row) => ({
          asked_ms: minuteMs,
          used_ms: row.case().when('used_ms', '>', minuteMs).then(row.ref('used_ms')).else(minuteMs).end(),
        }))
        .where('id', 'in', keyIds)
        .where((row) => row.or([row('asked_ms', 'is', null), row('asked_ms', '<', minuteMs)]))
        .execute()
    },

    /** Records the last use of keys; a newer one is kept. */
    touch: async ({ keyIds, minuteMs }: { keyIds: readonly ApiKeyId[]; minuteMs: number }): Promise<void> => {
      if (keyIds.length === 0) return
      await db
        .updateTable('api_keys')
        .set({ used_ms: minuteMs })
        .where('id', 'in', keyIds)
        .where((row) => row.or([row('used_ms', 'is', null), row('used_ms', '<', minuteMs)]))
        .execute()
    },
  }
}
