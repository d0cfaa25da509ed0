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
  ProjectId,
  Role,
  Scope,
  UserId,
} from '@bunting/contract'
import type { Selectable } from 'kysely'
import type { KeyUses } from '../edge/edge.ts'
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
  expiresMs: number | null
}

/** A key as its bearer: who it is, what it was made for, and what whose key it is may do. */
export type KeyActor = {
  id: ApiKeyId
  orgId: OrganizationId
  environmentId: EnvironmentId
  keyType: ApiKeyType
  scopes: readonly Scope[]
  owner: { id: UserId; role: Role; removed: boolean } | null
  plan: Plan
  usedMs: number | null
}

/** A key with what only its changes need. */
export type LockedKey = ApiKey & { hash: string; ownerId: UserId | null }

export const apiKeysTable = (access: Access) => {
  const { db } = access
  return {
    /** The bearer of a key that is valid now, by its secret or by an earlier one that still works. */
    findActor: async (hash: string, nowMs: number): Promise<KeyActor | undefined> => {
      const row = await db
        .selectFrom('api_keys as key')
        .innerJoin('organizations as organization', 'organization.id', 'key.org_id')
        .leftJoin('users as owner', 'owner.id', 'key.owner_id')
        .selectAll('key')
        .select(['organization.plan', 'owner.role as ownerRole', 'owner.removed_us as ownerRemovedUs'])
        .where((row) =>
          row.or([
            row('key.hash', '=', hash),
            row(
              'key.id',
              '=',
              row.selectFrom('retired_secrets').select('key_id').where('hash', '=', hash).where('until_ms', '>', nowMs),
            ),
          ]),
        )
        .where('key.revoked_us', 'is', null)
        .where((row) => row.or([row('key.expires_ms', 'is', null), row('key.expires_ms', '>', nowMs)]))
        .executeTakeFirst()
      if (!row) return undefined
      const { id, org_id: orgId, environment_id: environmentId, type: keyType, plan, used_ms: usedMs } = row
      const owner =
        row.owner_id === null || row.ownerRole === null
          ? null
          : { id: row.owner_id, role: row.ownerRole, removed: row.ownerRemovedUs !== null }
      return { id, orgId, environmentId, keyType, scopes: toScopes(row.scopes), owner, plan, usedMs }
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

    /** As it is now, and nobody else changes it until the transaction ends. */
    lock: async (id: ApiKeyId): Promise<LockedKey> => {
      const query = db.selectFrom('api_keys').selectAll().where('id', '=', id)
      const row = await locked(access, query).executeTakeFirstOrThrow()
      return { ...toApiKey(row), hash: row.hash, ownerId: row.owner_id }
    },

    /** Somebody's keys that are not revoked, each with its project, as `lock` does. */
    lockOwned: async (ownerId: UserId): Promise<(ApiKey & { projectId: ProjectId })[]> => {
      const query = db
        .selectFrom('api_keys')
        .selectAll()
        .select((row) =>
          row
            .selectFrom('environments')
            .select('project_id')
            .whereRef('environments.id', '=', 'api_keys.environment_id')
            .as('projectId'),
        )
        .where('owner_id', '=', ownerId)
        .where('revoked_us', 'is', null)
        .orderBy('id')
      return (await locked(access, query).execute()).map((row) => ({
        ...toApiKey(row),
        projectId: row.projectId as ProjectId,
      }))
    },

    /** Whether a key has this secret, or had it once. */
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

    insert: async (key: NewApiKey, atUs: number): Promise<ApiKey> => {
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

    setSecret: async (id: ApiKeyId, secret: { hash: string; keyPrefix: string; ownerId: UserId | null }) => {
      const { hash, keyPrefix: key_prefix, ownerId: owner_id } = secret
      await db
        .updateTable('api_keys')
        .set((row) => ({ hash, key_prefix, owner_id, revision: row('revision', '+', 1) }))
        .where('id', '=', id)
        .execute()
    },

    /** Gives what somebody has left to somebody else. */
    handOver: async (from: UserId, to: UserId): Promise<void> => {
      await db
        .updateTable('api_keys')
        .set({ owner_id: to })
        .where('owner_id', '=', from)
        .where('revoked_us', 'is', null)
        .execute()
    },

    /** An older use never takes the place of a newer one. */
    touch: async ({ keyIds, minuteMs }: KeyUses): Promise<void> => {
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

const toScopes = (text: string): Scope[] => text.split(',') as Scope[]

const toApiKey = (row: Selectable<Schema['api_keys']>): ApiKey => ({
  id: row.id,
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
