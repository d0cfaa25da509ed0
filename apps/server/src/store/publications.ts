import type { ApiKeyId, EnvironmentId } from '@bunting/contract'
import type { FlagType } from '@bunting/engine'
import { sql } from 'kysely'
import { type Access, locked } from './access.ts'
import { needsOf } from './config-references.ts'
import { keySnapshots } from './key-snapshots.ts'
import { latestConfig, latestSegmentConfig } from './latest.ts'

/** What an environment's bundle is made of, all of one moment. Configs are texts: nothing here reads them. */
type EnvironmentSnapshot = {
  revision: number
  flags: { id: string; key: string; type: FlagType; clientSafe: boolean; config: string }[]
  /** Those that the flags need. */
  segments: { key: string; unit: string | null; config: string }[]
}

const none = sql<null>`null`

/** What the edge has to have, and how far it has it. */
export const publicationsTable = (access: Access) => {
  const { db } = access
  return {
    ...keySnapshots(access),

    /** In the order of their ids, so that two changes of several environments cannot wait for each other. */
    bumpRevisions: async (ids: readonly EnvironmentId[]): Promise<void> => {
      if (ids.length === 0) return
      await locked(access, db.selectFrom('environments').select('id').where('id', 'in', ids).orderBy('id')).execute()
      await db
        .updateTable('environments')
        .set((row) => ({ revision: row('revision', '+', 1) }))
        .where('id', 'in', ids)
        .execute()
    },

    readState: (id: EnvironmentId): Promise<{ revision: number; published: number } | undefined> =>
      db
        .selectFrom('environments')
        .select(['revision', 'published_revision as published'])
        .where('id', '=', id)
        .executeTakeFirst(),

    /** How many flags the environment's bundle has. */
    countFlags: async (id: EnvironmentId): Promise<number> => {
      const { count } = await db
        .selectFrom('flag_versions as first')
        .innerJoin('flags as flag', 'flag.id', 'first.flag_id')
        .select((select) => select.fn.countAll<number | string>().as('count'))
        .where('first.environment_id', '=', id)
        .where('first.version', '=', 1)
        .where('flag.archived_us', 'is', null)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    /** One statement, so that the flags are exactly those of the revision. */
    readEnvironment: async (id: EnvironmentId): Promise<EnvironmentSnapshot | undefined> => {
      const rows = await db
        .withRecursive(
          'needed',
          () => sql<{ id: string }>`(
            select reference.to_id as id from config_references as reference
            join flags as naming on naming.id = reference.from_id
            where reference.environment_id = ${id} and naming.archived_us is null
            union ${needsOf('needed', id)}
          )`,
        )
        .selectFrom('environments as environment')
        .leftJoin('flags as flag', (join) =>
          join.onRef('flag.project_id', '=', 'environment.project_id').on('flag.archived_us', 'is', null),
        )
        .select('environment.revision')
        .select(['flag.id', 'flag.key', 'flag.type', 'flag.client_safe as clientSafe'])
        .select([latestConfig.as('config'), sql<string | null>`null`.as('unit')])
        .where('environment.id', '=', id)
        .unionAll((from) =>
          from
            .selectFrom('environments as environment')
            .innerJoin('segments as segment', 'segment.project_id', 'environment.project_id')
            .innerJoin('needed', 'needed.id', 'segment.id')
            .select('environment.revision')
            .select([none.as('id'), 'segment.key', none.as('type'), none.as('clientSafe')])
            .select([latestSegmentConfig.as('config'), 'segment.unit'])
            .where('environment.id', '=', id),
        )
        .execute()
      const first = rows[0]
      if (!first) return undefined
      const flags = rows.flatMap(({ id, key, type, clientSafe, config }) =>
        id && key && type && config ? [{ id, key, type, clientSafe: Boolean(clientSafe), config }] : [],
      )
      const segments = rows.flatMap(({ type, key, unit, config }) =>
        type === null && key && config ? [{ key, unit, config }] : [],
      )
      return { revision: first.revision, flags, segments }
    },

    unpublishedEnvironments: async (limit: number): Promise<EnvironmentId[]> => {
      const query = db.selectFrom('environments').select('id').whereRef('published_revision', '<', 'revision')
      return (await query.limit(limit).execute()).map((row) => row.id)
    },

    unpublishedKeys: async (limit: number): Promise<ApiKeyId[]> => {
      const query = db.selectFrom('api_keys').select('id').whereRef('published_revision', '<', 'revision')
      return (await query.limit(limit).execute()).map((row) => row.id)
    },

    /** In the order of their ids, a batch at a time. */
    environmentsAfter: async (id: string, limit: number): Promise<EnvironmentId[]> => {
      const query = db
        .selectFrom('environments')
        .select('id')
        .where('id', '>', id as EnvironmentId)
      return (await query.orderBy('id').limit(limit).execute()).map((row) => row.id)
    },

    keysAfter: async (id: string, limit: number): Promise<ApiKeyId[]> => {
      const query = db
        .selectFrom('api_keys')
        .select('id')
        .where('id', '>', id as ApiKeyId)
      return (await query.orderBy('id').limit(limit).execute()).map((row) => row.id)
    },

    /** Which of these hashes are of a secret that a key has or had. */
    knownSecrets: async (hashes: readonly string[]): Promise<string[]> => {
      const current = db.selectFrom('api_keys').select('hash').where('hash', 'in', hashes)
      const retired = db.selectFrom('retired_secrets').select('hash').where('hash', 'in', hashes)
      return (await current.union(retired).execute()).map(({ hash }) => hash)
    },

    readMarker: async (): Promise<number> =>
      (await db.selectFrom('edge_progress').select('marker').executeTakeFirstOrThrow()).marker,

    /** Unless the one before is as far on, or further behind than `maxAhead`. */
    recordMarker: async (marker: number, maxAhead: number): Promise<void> => {
      const isAhead = db.updateTable('edge_progress').set({ marker }).where('marker', '<', marker)
      await isAhead.where('marker', '>=', marker - maxAhead).execute()
    },

    markEnvironment: async (id: EnvironmentId, revision: number): Promise<void> => {
      await db
        .updateTable('environments')
        .set({ published_revision: revision })
        .where('id', '=', id)
        .where('published_revision', '<', revision)
        .execute()
    },

    markKey: async (id: ApiKeyId, revision: number): Promise<void> => {
      await db
        .updateTable('api_keys')
        .set({ published_revision: revision })
        .where('id', '=', id)
        .where('published_revision', '<', revision)
        .execute()
    },
  }
}
