import type { ApiKeyId, EnvironmentId } from '@bunting/contract'
import { sql } from 'kysely'
import { type Access, locked } from './access.ts'
import { changesIn, type Touched, withNext } from './changes.ts'
import { environmentSnapshots, type State } from './environment-snapshots.ts'
import { keySnapshots } from './key-snapshots.ts'

/** How far the edge has something: up to `revision`, and `published` is what the store knows of that. */
type Reached<Id> = { id: Id; revision: number; published: number }

/** What the edge has to have, and how far it has it. */
export const publicationsTable = (access: Access) => {
  const { db } = access

  /** What is as far on already is left alone. In the order of their ids, as changes lock them. */
  const mark = async (table: 'environments' | 'api_keys', reached: readonly Reached<string>[]): Promise<void> => {
    const behind = reached.filter(({ published, revision }) => published < revision)
    if (behind.length === 0) return
    const whens = behind.map(({ id, revision }) => sql`when ${id} then cast(${revision} as bigint)`)
    const revision = sql<number>`case id ${sql.join(whens, sql` `)} end`
    const ids = behind.map(({ id }) => id as ApiKeyId & EnvironmentId)
    const rows = db.selectFrom(table).select('id').where('id', 'in', ids).orderBy('id')
    await db
      .updateTable(table)
      .set({ published_revision: revision })
      .where('id', 'in', locked(access, rows))
      .where('published_revision', '<', revision)
      .execute()
  }

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
    environmentsAfter: (id: string, limit: number): Promise<Reached<EnvironmentId>[]> =>
      db
        .selectFrom('environments')
        .select(['id', 'revision', 'published_revision as published'])
        .where('id', '>', id as EnvironmentId)
        .orderBy('id')
        .limit(limit)
        .execute(),

    keysAfter: (id: string, limit: number): Promise<{ id: ApiKeyId }[]> =>
      db
        .selectFrom('api_keys')
        .select('id')
        .where('id', '>', id as ApiKeyId)
        .orderBy('id')
        .limit(limit)
        .execute(),

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

    markEnvironments: (reached: readonly Reached<EnvironmentId>[]) => mark('environments', reached),

    markKeys: (reached: readonly Reached<ApiKeyId>[]) => mark('api_keys', reached),
  }
}
