import { type Kysely, sql } from 'kysely'

const statements = [
  // What the bundle has at most, and at which revision that was so: of none yet.
  'alter table environments add column bundle_bytes bigint not null default 0',
  'alter table environments add column bundle_bytes_at bigint not null default 0',
]

/** What keeps a bundle from becoming larger than what can be published. */
export const bundleSizes = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
