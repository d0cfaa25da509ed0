import { type Kysely, sql } from 'kysely'

const statements = [
  // JSON: the names that the latest revisions touched.
  'alter table environments add column changes text',
  // The sequence of publications in this release's format; `marker` is that of the format before.
  'alter table edge_progress add column marker_3 bigint not null default 0',
]

/** Lets a change be published by itself, without the rest of its environment. */
export const patches = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
