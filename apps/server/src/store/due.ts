import { sql } from 'kysely'
import { type Access, locked } from './access.ts'
import type { DueKind } from './schema-over-time.ts'
import { executeAndTell } from './tell.ts'

export type Due = { kind: DueKind; subject: string }

/** What there is to do at a time, by whichever process comes first. */
export const dueTable = (access: Access) => {
  const { db, dialect } = access
  const is = ({ kind, subject }: Due) => db.updateTable('due').where('kind', '=', kind).where('subject', '=', subject)

  return {
    /** Sets when it is to be done next, and lets it go. */
    set: async ({ kind, subject }: Due, atUs: number): Promise<void> => {
      const put = db
        .insertInto('due')
        .values({ kind, subject, at_us: atUs })
        .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet({ at_us: atUs, lease_us: 0 }))
      await executeAndTell(access, put, 'due')
    },

    /** The same, unless it is to be done sooner; whoever is at it goes on. */
    setSooner: async (subjects: readonly Due[], atUs: number): Promise<void> => {
      if (subjects.length === 0) return
      const put = db
        .insertInto('due')
        .values(subjects.map(({ kind, subject }) => ({ kind, subject, at_us: atUs })))
        .onConflict((conflict) =>
          conflict.columns(['kind', 'subject']).doUpdateSet({
            at_us: sql<number>`case when due.at_us < excluded.at_us then due.at_us else excluded.at_us end`,
          }),
        )
      await executeAndTell(access, put, 'due')
    },

    /** To be the first thing that a job does in a transaction which ends with `set` or `remove`: what is put in
     * meanwhile waits, and is not lost. */
    lock: async ({ kind, subject }: Due): Promise<void> => {
      const row = db.selectFrom('due').select('at_us').where('kind', '=', kind).where('subject', '=', subject)
      await locked(access, row).execute()
    },

    remove: async ({ kind, subject }: Due): Promise<void> => {
      await db.deleteFrom('due').where('kind', '=', kind).where('subject', '=', subject).execute()
    },

    /**
     * Takes what is due and nobody is at, the most overdue first. Whoever takes something and dies has it until the
     * lease is over. A lease that ends later than one could was given by a clock that has been set back since.
     */
    claim: async (kinds: readonly DueKind[], nowUs: number, leaseUs: number, limit: number): Promise<Due[]> => {
      const free = db
        .selectFrom('due')
        .select(['kind', 'subject'])
        .where('kind', 'in', kinds)
        .where('at_us', '<=', nowUs)
        .where((row) => row.or([row('lease_us', '<=', nowUs), row('lease_us', '>', nowUs + leaseUs)]))
        .orderBy('at_us')
        .limit(limit)
        .$if(dialect === 'postgres', (query) => query.forUpdate().skipLocked())
      return db
        .updateTable('due')
        .set({ lease_us: nowUs + leaseUs })
        .where(sql<boolean>`(kind, subject) in ${free}`)
        .returning(['kind', 'subject'])
        .execute()
    },

    /** Holds it until then, whenever it is due. */
    hold: async (due: Due, untilUs: number): Promise<void> => {
      await is(due).set({ lease_us: untilUs }).execute()
    },

    /** When there is something to do next, of these kinds; undefined where there is nothing. */
    nextUs: async (kinds: readonly DueKind[], nowUs: number, leaseUs: number): Promise<number | undefined> => {
      const next = sql<number | null>`min(case when lease_us > ${nowUs} and lease_us <= ${nowUs + leaseUs}
        and lease_us > at_us then lease_us else at_us end)`
      const row = await db.selectFrom('due').select(next.as('next')).where('kind', 'in', kinds).executeTakeFirst()
      return row?.next ?? undefined
    },
  }
}
