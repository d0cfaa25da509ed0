import type { ApiKeyId, EnvironmentId } from '@bunting/contract'
import { sql } from 'kysely'
import { type Access, locked } from '../core/access.ts'
import { eachRow, isAmong, type Many, manyOf, prepared, rowsOf } from '../core/prepared.ts'
import { bundleSizes } from './bundle-sizes.ts'
import { changesIn } from './changes.ts'
import { environmentSnapshots, type State } from './environment-snapshots.ts'
import { keySnapshots } from './key-snapshots.ts'
import { revisions } from './revisions.ts'

/** The revision that the edge has; `published` is the one that the store has on record as published. */
export type Reached<Id> = { id: Id; revision: number; published: number }

const findState = prepared(({ db }, { id }: { id: EnvironmentId }) =>
  db.selectFrom('environments').select(['revision', 'published_revision as published', 'changes']).where('id', '=', id),
)

/** Marks revisions as published, unless a later one already is. Locks rows in the order of their ids, as changes do. */
const marking = (table: 'environments' | 'api_keys') =>
  prepared((access, { ids, rows }: { ids: Many; rows: string }) => {
    const reached = sql`(
      select value ->> 0 as id, cast(value ->> 1 as bigint) as revision from ${eachRow(access, rows)}
    )`
    const own = sql.table(table)
    const behind = access.db
      .selectFrom(table)
      .select('id')
      .where(isAmong(access, 'id', ids))
      .orderBy('id')
    // SQLite needs no locks, and would scan all rows for each one.
    const inOrder = access.dialect === 'postgres' ? sql`and ${own}.id in ${locked(access, behind)}` : sql``
    return sql`
      update ${own} set published_revision = reached.revision from ${reached} as reached
      where ${own}.id = reached.id ${inOrder} and ${own}.published_revision < reached.revision
    `
  })
const markEnvironments = marking('environments')
const markKeys = marking('api_keys')

/** The environments and keys that the edge needs, and the revisions that were published to it. */
export const publicationsTable = (access: Access) => {
  const { db } = access

  const mark = async (update: ReturnType<typeof marking>, reached: readonly Reached<string>[]): Promise<void> => {
    const behind = reached.filter(({ published, revision }) => published < revision)
    if (behind.length === 0) return
    const ids = manyOf(
      access,
      behind.map(({ id }) => id),
    )
    await update(access, { ids, rows: rowsOf(behind.map(({ id, revision }) => [id, revision])) })
  }

  return {
    ...environmentSnapshots(access),
    ...keySnapshots(access),
    ...bundleSizes(access),
    ...revisions(access),

    readState: async (id: EnvironmentId): Promise<(State & { published: number }) | undefined> => {
      const [row] = await findState(access, { id })
      return row && { ...row, changes: changesIn(row.changes, row.revision) }
    },

    /** The number of flags in the environment's bundle. */
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

    /** A batch of environments in the order of their ids, each with the number of flags in its project. */
    environmentsAfter: async (id: string, limit: number): Promise<(Reached<EnvironmentId> & { flags: number })[]> => {
      const rows = await db
        .selectFrom('environments as environment')
        .select(['environment.id', 'environment.revision', 'environment.published_revision as published'])
        .select((row) =>
          row
            .selectFrom('flags')
            .select((flag) => flag.fn.countAll<number | string>().as('count'))
            .whereRef('flags.project_id', '=', 'environment.project_id')
            .as('flags'),
        )
        .where('environment.id', '>', id as EnvironmentId)
        .orderBy('environment.id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ ...row, flags: Number(row.flags) }))
    },

    keysAfter: (id: string, limit: number): Promise<{ id: ApiKeyId }[]> =>
      db
        .selectFrom('api_keys')
        .select('id')
        .where('id', '>', id as ApiKeyId)
        .orderBy('id')
        .limit(limit)
        .execute(),

    readSequence: async (): Promise<number> =>
      (await db.selectFrom('edge_progress').select('marker_3').executeTakeFirstOrThrow()).marker_3,

    /** Records the sequence, unless the recorded one is as high, or lower by more than `maxAhead`. */
    recordSequence: async (sequence: number, maxAhead: number): Promise<void> => {
      const isAhead = db.updateTable('edge_progress').set({ marker_3: sequence }).where('marker_3', '<', sequence)
      await isAhead.where('marker_3', '>=', sequence - maxAhead).execute()
    },

    markEnvironments: (reached: readonly Reached<EnvironmentId>[]) => mark(markEnvironments, reached),

    markKeys: (reached: readonly Reached<ApiKeyId>[]) => mark(markKeys, reached),
  }
}
