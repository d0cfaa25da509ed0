import { sql } from 'kysely'
import { type Access, locked } from '../core/access.ts'
import { placeInList } from '../core/list.ts'

/** Tells which of the remembered checkpoints the store has, and its newest. */
type Judged = {
  newest: number | undefined
  has(checkpoint: number): boolean
  /** Tells whether the store still has everything that was seen. False if nothing is remembered: then it is unknown. */
  isWhole: boolean
}

const keptMs = 7 * 86_400_000
/** The most that clocks may differ: a checkpoint further ahead than this is not genuine. */
const maxAheadMs = 86_400_000

/**
 * Checkpoints are unique points in the store's history. Readers of what the store published remember the newest
 * checkpoint of that time: a store without it was restored from a backup. Each is appended after the changes that it
 * stands for were committed, and above all existing ones, so a store that has a checkpoint has everything before it.
 */
export const checkpointsTable = (access: Access) => {
  const { db } = access

  const judge = async (remembered: readonly number[]): Promise<Judged> => {
    const bound = (name: 'min' | 'max') =>
      db.selectFrom('checkpoints').select((row) => row.fn<number>(name, ['at_ms']).as('at_ms'))
    const rows = await db
      .selectFrom('checkpoints')
      .select('at_ms')
      .where((row) =>
        row.or([
          row('at_ms', 'in', [-1, ...remembered]),
          row('at_ms', '=', bound('min')),
          row('at_ms', '=', bound('max')),
        ]),
      )
      .orderBy('at_ms')
      .execute()
    const known = new Set(rows.map(({ at_ms }) => at_ms))
    // A checkpoint older than all that are kept was deleted by age, or belongs to an earlier epoch.
    const oldest = rows[0]?.at_ms ?? 0
    const isWhole = remembered.length > 0 && remembered.every((one) => known.has(one) || one < oldest)
    return { newest: rows.at(-1)?.at_ms, has: (one) => known.has(one), isWhole }
  }

  const insert = (atMs: number): Promise<number> =>
    placeInList(atMs, async (at_ms) => {
      const query = db.insertInto('checkpoints').values({ at_ms })
      const row = await query
        .onConflict((conflict) => conflict.doNothing())
        .returning('at_ms')
        .executeTakeFirst()
      return row?.at_ms
    })

  /** Raises all revisions above any that was ever handed out. Locks rows in the order of their ids, as changes do. */
  const raise = async (table: 'environments' | 'api_keys', atMs: number, isSeen: boolean): Promise<void> => {
    await locked(access, db.selectFrom(table).select('id').orderBy('id')).execute()
    const raised = sql<number>`case when revision < ${sql.lit(atMs)} then ${sql.lit(atMs)} else revision + 1 end`
    await db
      .updateTable(table)
      .set({ revision: raised, ...(isSeen ? { published_revision: raised } : {}) })
      .execute()
  }

  return {
    /** Tells whether the database can be restored while a process uses it: its process locks the embedded one. */
    isShared: access.dialect === 'postgres',

    /** The id of this database, which all backups of it share. */
    storeId: async (): Promise<string> =>
      (await db.selectFrom('edge_progress').select('store_id').executeTakeFirstOrThrow()).store_id,

    judge,

    /**
     * Appends a checkpoint, in one statement. Undefined if the store lacks one of the remembered ones, or another
     * process appends at the same moment.
     */
    append: async (remembered: readonly number[], nowMs: number): Promise<number | undefined> => {
      const distinct = [...new Set(remembered)]
      if (distinct.length === 0) return undefined
      const found = db
        .selectFrom('checkpoints')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('at_ms', 'in', distinct)
      const now = sql<number>`cast(${nowMs} as bigint)`
      const next = sql<number>`case when max(at_ms) < ${now} then ${now} else max(at_ms) + 1 end`
      const row = await db
        .insertInto('checkpoints')
        .columns(['at_ms'])
        .expression(db.selectFrom('checkpoints').select(next.as('at_ms')).having(found, '=', distinct.length))
        .onConflict((conflict) => conflict.doNothing())
        .returning('at_ms')
        .executeTakeFirst()
      return row?.at_ms
    },

    /** Deletes the old checkpoints that nobody who remembers these can need any more. */
    forgetOld: async (remembered: readonly number[], nowMs: number): Promise<void> => {
      const until = Math.min(nowMs - keptMs, ...remembered)
      await db.deleteFrom('checkpoints').where('at_ms', '<', until).execute()
    },

    /**
     * Starts a new epoch if the store was restored from a backup; call it in a transaction. Revisions rise, and
     * checkpoints begin anew. `withKeys`: the revisions of keys rise, too. `isSeen`: the edge stores nothing, so
     * nothing has to be published to it.
     */
    startEpoch: async (
      remembered: readonly number[],
      nowMs: number,
      { withKeys, isSeen }: { withKeys: boolean; isSeen: boolean },
    ): Promise<boolean> => {
      // One process at a time: the second one finds that it is already done.
      await locked(access, db.selectFrom('edge_progress').select('marker')).execute()
      const { newest = 0, isWhole } = await judge(remembered)
      if (isWhole) return false
      const plausible = remembered.filter((one) => one < nowMs + maxAheadMs)
      const atMs = Math.max(nowMs, newest + 1, ...plausible.map((one) => one + 1))
      await raise('environments', atMs, isSeen)
      if (withKeys) await raise('api_keys', atMs, isSeen)
      await db.deleteFrom('checkpoints').execute()
      await insert(atMs)
      return true
    },
  }
}
