import { type Kysely, sql } from 'kysely'

/** The repository in whose files a flag or a segment is kept, such as `git:acme/shop`. */
export const managedBy = async (db: Kysely<unknown>): Promise<void> => {
  for (const table of ['flags', 'segments']) {
    await sql.raw(`alter table ${table} add column managed_by text`).execute(db)
  }
}
