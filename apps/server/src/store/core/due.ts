import { sql } from 'kysely'
import { type Access, locked } from './access.ts'
import type { DueKind } from './schema-over-time.ts'
import { executeAndTell } from './tell.ts'

export type Due = { kind: DueKind; subject: string }

/** When it is due: 0 where that was at once. */
export type Taken = Due & { atUs: number }

/** Nobody has anything for longer. */
export const longestLeaseUs = 60_000_000
/**
 * A lease that ends later than this was given by a clock that has been set back since. One that somebody got a moment
 * ago may well end later than one from now would.
 */
const soonUs = 2 * longestLeaseUs

/** What there is to do at a time, by whichever process comes first. */
export const dueTable = (access: Access) => {
  const { db, dialect } = access
  const ofKind = (kind: DueKind) => db.selectFrom('due').where('kind', '=', kind)

  return {
    /** Sets when it is to be done next, and lets it go. */
    set: async ({ kind, subject }: Due, atUs: number): Promise<void> => {
      const put = db
        .insertInto('due')
        .values({ kind, subject, at_us: atUs })
        .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet({ at_us: atUs, lease_us: 0 }))
      await executeAndTell(access, put, 'due')
    },

    /** The same of many of a kind; null: there is nothing to do. */
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

    /** The same, unless it is to be done sooner; whoever is at it goes on. */
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

    /** Takes what is not due yet out, and says whether it was there: of several who do so at once, one did. */
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

    /** Takes what is due and nobody is at, the most overdue first. Whoever dies has it until the lease is over. */
    claim: async (kind: DueKind, nowUs: number, leaseUs: number, limit: number): Promise<Taken[]> => {
      const free = ofKind(kind)
        .select('subject')
        .where('at_us', '<=', nowUs)
        .where((row) => row.or([row('lease_us', '<=', nowUs), row('lease_us', '>', nowUs + soonUs)]))
        .orderBy('at_us')
        .limit(limit)
        .$if(dialect === 'postgres', (query) => query.forUpdate().skipLocked())
      const taken = await db
        // As a subquery PostgreSQL may ask it again for each row, and take more than there is room for.
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

    /** Holds it until then, whenever it is due: not longer than a lease may be. */
    hold: async ({ kind, subject }: Due, untilUs: number): Promise<void> => {
      const row = db.updateTable('due').where('kind', '=', kind).where('subject', '=', subject)
      await row.set({ lease_us: untilUs }).execute()
    },

    /** When there is something to do next of each of these kinds, if there is: what somebody is at, when their lease ends. */
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
