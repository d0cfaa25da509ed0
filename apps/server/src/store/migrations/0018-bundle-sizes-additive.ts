import { type Kysely, sql } from 'kysely'

const statements = [
  // An upper bound of the bundle's size, and the revision at which it is valid: none yet.
  'alter table environments add column bundle_bytes bigint not null default 0',
  'alter table environments add column bundle_bytes_at bigint not null default 0',
]

/** Needed to refuse changes that make a bundle too large to be published. */
export const bundleSizes = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
