import { sql } from 'kysely'
import { type Access, locked } from './access.ts'
import type { DueKind } from './schema-over-time.ts'
import { executeAndTell } from './tell.ts'

export type Due = { kind: DueKind; subject: string }

/** A claimed job. `atUs` is the time at which it was due; 0 means immediately. */
export type Taken = Due & { atUs: number }

/** The longest lease that is given out. */
export const longestLeaseUs = 60_000_000
/**
 * A lease that ends later than this was given by a clock that has been set back since. Twice the longest lease, since a
 * lease given a moment ago may end a little later than the longest one from now.
 */
const soonUs = 2 * longestLeaseUs

/** The queue of timed jobs: whichever process comes first runs a job. */
export const dueTable = (access: Access) => {
  const { db, dialect } = access
  const ofKind = (kind: DueKind) => db.selectFrom('due').where('kind', '=', kind)

  return {
    /** Sets the next time of a job, and ends its lease. */
    set: async ({ kind, subject }: Due, atUs: number): Promise<void> => {
      const put = db
        .insertInto('due')
        .values({ kind, subject, at_us: atUs })
        .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet({ at_us: atUs, lease_us: 0 }))
      await executeAndTell(access, put, 'due')
    },

    /** Sets many jobs of a kind; null removes a job. */
    setAll: async (kind: DueKind, times: readonly { subject: string; atUs: number | null }[]): Promise<void> => {
      const over = times.filter(({ atUs }) => atUs === null).map(({ subject }) => subject)
      if (over.length > 0) await db.deleteFrom('due').where('kind', '=', kind).where('subject', 'in', over).execute()
      const rows = times.flatMap(({ subject, atUs }) => (atUs === null ? [] : [{ kind, subject, at_us: atUs }]))
      if (rows.length === 0) return
      const put = db
        .insertInto('due')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'subject'])
            .doUpdateSet((row) => ({ at_us: row.ref('excluded.at_us'), lease_us: 0 })),
        )
      await executeAndTell(access, put, 'due')
    },

    /** Sets a job to an earlier time, never to a later one; a running job keeps its lease. */
    setSooner: async <One extends Due>(
      subjects: readonly One[],
      atUs: number | ((one: One) => number),
    ): Promise<void> => {
      if (subjects.length === 0) return
      const put = db
        .insertInto('due')
        .values(
          subjects.map((one) => ({
            kind: one.kind,
            subject: one.subject,
            at_us: typeof atUs === 'number' ? atUs : atUs(one),
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['kind', 'subject']).doUpdateSet({
            at_us: sql<number>`case when due.at_us < excluded.at_us then due.at_us else excluded.at_us end`,
          }),
        )
      await executeAndTell(access, put, 'due')
    },

    /** To be the first thing that a job does in a transaction which ends with `set` or `remove`: what is put in
     * meanwhile waits, and is not lost. Returns when it is due, where it is there. */
    lock: async ({ kind, subject }: Due): Promise<number | undefined> => {
      const row = await locked(access, ofKind(kind).select('at_us').where('subject', '=', subject)).executeTakeFirst()
      return row?.at_us
    },

    remove: async ({ kind, subject }: Due): Promise<void> => {
      await db.deleteFrom('due').where('kind', '=', kind).where('subject', '=', subject).execute()
    },

    /** Removes a job that is not due yet, and tells whether it was there: of concurrent callers, only one gets true. */
    take: async ({ kind, subject }: Due, nowUs: number): Promise<boolean> => {
      const taken = await db
        .deleteFrom('due')
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .where('at_us', '>', nowUs)
        .returning('subject')
        .execute()
      return taken.length > 0
    },

    /** Claims due jobs without a lease, the most overdue first. If the process dies, the job is free when its lease ends. */
    claim: async (kind: DueKind, nowUs: number, leaseUs: number, limit: number): Promise<Taken[]> => {
      const free = ofKind(kind)
        .select('subject')
        .where('at_us', '<=', nowUs)
        .where((row) => row.or([row('lease_us', '<=', nowUs), row('lease_us', '>', nowUs + soonUs)]))
        .orderBy('at_us')
        .limit(limit)
        .$if(dialect === 'postgres', (query) => query.forUpdate().skipLocked())
      const taken = await db
        // In a CTE: PostgreSQL may run a subquery again for each row, and claim more jobs than the limit.
        .with('free', () => free)
        .updateTable('due')
        .from('free')
        .set({ lease_us: nowUs + leaseUs })
        .where('due.kind', '=', kind)
        .whereRef('due.subject', '=', 'free.subject')
        .returning(['due.kind as kind', 'due.subject as subject', 'due.at_us as atUs'])
        .execute()
      return taken.toSorted((one, other) => one.atUs - other.atUs)
    },

    /** Holds a job until a time, whenever it is due; no longer than the longest lease. */
    hold: async ({ kind, subject }: Due, untilUs: number): Promise<void> => {
      const row = db.updateTable('due').where('kind', '=', kind).where('subject', '=', subject)
      await row.set({ lease_us: untilUs }).execute()
    },

    /** The time of the next job of each kind, if there is one; a running job counts with the end of its lease. */
    next: async (kinds: readonly DueKind[], nowUs: number): Promise<{ kind: DueKind; atUs: number }[]> => {
      const isHeld = sql<boolean>`lease_us > ${nowUs} and lease_us <= ${nowUs + soonUs}`
      const freeUs = sql<number | null>`min(case when ${isHeld} then lease_us else at_us end)`
      const laterUs = sql<number | null>`min(at_us)`
      const queries = kinds.flatMap((kind) => [
        ofKind(kind)
          .where('at_us', '<=', nowUs)
          .select([sql.lit(kind).as('kind'), freeUs.as('atUs')]),
        ofKind(kind)
          .where('at_us', '>', nowUs)
          .select([sql.lit(kind).as('kind'), laterUs.as('atUs')]),
      ])
      const [first, ...others] = queries
      if (!first) return []
      const rows = await others.reduce((all, query) => all.unionAll(query), first).execute()
      return rows.flatMap(({ kind, atUs }) => (atUs === null ? [] : [{ kind, atUs }]))
    },
  }
}
