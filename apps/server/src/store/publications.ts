import type { ApiKeyId, EnvironmentId } from '@bunting/contract'
import { sql } from 'kysely'
import { type Access, locked } from './access.ts'
import { changesIn, type Touched, withNext } from './changes.ts'
import { environmentSnapshots, type State } from './environment-snapshots.ts'
import { keySnapshots } from './key-snapshots.ts'

/** What the edge has to have, and how far it has it. */
export const publicationsTable = (access: Access) => {
  const { db } = access
  return {
    ...environmentSnapshots(access),
    ...keySnapshots(access),

    /** In the order of their ids, so that two changes of several environments cannot wait for each other. */
    bumpRevisions: async (touched: readonly Touched[]): Promise<void> => {
      if (touched.length === 0) return
      const names = new Map(touched.map((one) => [one.environmentId, one.names]))
      const columns = db.selectFrom('environments').select(['id', 'revision', 'changes'])
      const rows = await locked(access, columns.where('id', 'in', [...names.keys()]).orderBy('id')).execute()
      const changes = rows.map(
        ({ id, revision, changes }) => sql`when ${id} then ${withNext(changes, revision, names.get(id))}`,
      )
      await db
        .updateTable('environments')
        .set((row) => ({
          revision: row('revision', '+', 1),
          changes: sql<string | null>`case id ${sql.join(changes, sql` `)} end`,
        }))
        .where('id', 'in', [...names.keys()])
        .execute()
    },

    readState: async (id: EnvironmentId): Promise<(State & { published: number }) | undefined> => {
      const row = await db
        .selectFrom('environments')
        .select(['revision', 'published_revision as published', 'changes'])
        .where('id', '=', id)
        .executeTakeFirst()
      return row && { ...row, changes: changesIn(row.changes, row.revision) }
    },

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
      (await db.selectFrom('edge_progress').select('marker_3').executeTakeFirstOrThrow()).marker_3,

    /** Unless the one before is as far on, or further behind than `maxAhead`. */
    recordMarker: async (marker: number, maxAhead: number): Promise<void> => {
      const isAhead = db.updateTable('edge_progress').set({ marker_3: marker }).where('marker_3', '<', marker)
      await isAhead.where('marker_3', '>=', marker - maxAhead).execute()
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
