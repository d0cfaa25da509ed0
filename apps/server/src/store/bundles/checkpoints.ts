import { sql } from 'kysely'
import { type Access, locked } from '../core/access.ts'
import { placeInList } from '../core/list.ts'

/** Which of the remembered checkpoints the store has, and its newest. */
type Judged = {
  newest: number | undefined
  has(checkpoint: number): boolean
  /** Whether it still has everything that whoever remembers these has seen. Nobody who remembers: then nobody knows. */
  isWhole: boolean
}

const keptMs = 7 * 86_400_000
/** Clocks differ, by this much at the most: a checkpoint further ahead is somebody's invention. */
const maxAheadMs = 86_400_000

/**
 * Moments that the store went through, each unlike any other. Whoever saw what the store published remembers the newest
 * of then: a store that has not got it was set back. Each is appended after what it stands for was committed, and above
 * all that are there, so that a store that has one has everything that came before it.
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
    // What is older than all that are kept was there once, or is of an earlier epoch.
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

  /** Everybody's revisions above anything that was ever given out. In the order of their ids, as changes lock them. */
  const raise = async (table: 'environments' | 'api_keys', atMs: number, isSeen: boolean): Promise<void> => {
    await locked(access, db.selectFrom(table).select('id').orderBy('id')).execute()
    const raised = sql<number>`case when revision < ${sql.lit(atMs)} then ${sql.lit(atMs)} else revision + 1 end`
    await db
      .updateTable(table)
      .set({ revision: raised, ...(isSeen ? { published_revision: raised } : {}) })
      .execute()
  }

  return {
    /** Whether it can be set back while a process uses it. The embedded one is locked by its process. */
    isShared: access.dialect === 'postgres',

    /** The database's own, and that of every backup of it. */
    storeId: async (): Promise<string> =>
      (await db.selectFrom('edge_progress').select('store_id').executeTakeFirstOrThrow()).store_id,

    judge,

    /**
     * One statement. Undefined where the store has not got each of the remembered ones, or another process appends in the
     * same moment.
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

    /** Those that nobody can need any more who remembers these. */
    forgetOld: async (remembered: readonly number[], nowMs: number): Promise<void> => {
      const until = Math.min(nowMs - keptMs, ...remembered)
      await db.deleteFrom('checkpoints').where('at_ms', '<', until).execute()
    },

    /**
     * In a transaction. Where the store was restored, a new epoch starts: revisions rise, and checkpoints begin anew. `withKeys`: those
     * of keys, too. `isSeen`: the edge keeps nothing, so that nothing waits to be published to it.
     */
    startEpoch: async (
      remembered: readonly number[],
      nowMs: number,
      { withKeys, isSeen }: { withKeys: boolean; isSeen: boolean },
    ): Promise<boolean> => {
      // One at a time: who comes second finds that it is done.
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
