import { type Kysely, sql } from 'kysely'

const statements = [
  // JSON: what the latest revisions touched.
  'alter table environments add column changes text',
  // Of what is published in the form of this release; `marker` is of the form before.
  'alter table edge_progress add column marker_3 bigint not null default 0',
]

/** What lets a change be published by itself, without the rest of its environment. */
export const patches = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
