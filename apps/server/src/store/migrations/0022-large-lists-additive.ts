import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../connect/dialect.ts'

const statementsFor = (dialect: Dialect): string[] => [
  'alter table segments add column large boolean not null default false',
  'alter table segments add column keep_ids boolean not null default false',
  // JSON, as bundles name the list; null for a version that has its config itself.
  'alter table segment_versions add column large text',
  // The version whose parts are whole, with those whose changes follow; JSON of their ids, and the first of them.
  'alter table segment_versions add column large_chain text',
  'alter table segment_versions add column large_base text',
  'create index segment_versions_base on segment_versions (large_base) where large_base is not null',
  'alter table segment_versions add column large_added bigint',
  'alter table segment_versions add column large_removed bigint',
  // What hashes are made with: one for each segment and environment, for good.
  `create table large_lists (
    id text primary key,
    segment_id text not null references segments (id),
    environment_id text not null references environments (id),
    salt text not null,
    constraint large_lists_place unique (segment_id, environment_id)
  )`,
  // A text that is compared byte by byte, whatever the database's language.
  `create table list_parts (
    owner_id text not null,
    kind text not null,
    seq bigint not null,
    first text ${dialect === 'postgres' ? 'collate "C"' : ''} not null,
    last text ${dialect === 'postgres' ? 'collate "C"' : ''} not null,
    hashes ${dialect === 'postgres' ? 'bytea' : 'blob'} not null,
    ids ${dialect === 'postgres' ? 'bytea' : 'blob'},
    constraint list_parts_order primary key (owner_id, kind, seq)
  )`,
  // Hashes do not get smaller.
  ...(dialect === 'postgres' ? ['alter table list_parts alter column hashes set storage external'] : []),
]

/** Segments whose ids are too many for a bundle. */
export const largeLists = async (db: Kysely<unknown>, dialect: Dialect): Promise<void> => {
  for (const statement of statementsFor(dialect)) await sql.raw(statement).execute(db)
}
