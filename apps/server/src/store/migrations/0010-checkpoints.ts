import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../connect/dialect.ts'

const chance = { sqlite: 'lower(hex(randomblob(16)))', postgres: `replace(gen_random_uuid()::text, '-', '')` }

export const checkpoints = async (db: Kysely<unknown>, dialect: Dialect): Promise<void> => {
  const statements = [
    'create table checkpoints (at_ms bigint primary key)',
    `alter table edge_progress add column store_id text not null default ''`,
    `update edge_progress set store_id = ${chance[dialect]}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
