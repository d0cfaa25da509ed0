import { type Kysely, sql } from 'kysely'

/**
 * The end and the last use of a key, and its former secrets. Those are kept for good: a secret that was rotated away
 * must never be accepted as that of a new key.
 */
const statements = [
  'alter table api_keys add column expires_ms bigint',
  'alter table api_keys add column used_ms bigint',
  `create table retired_secrets (
    hash text primary key,
    key_id text not null references api_keys (id),
    retired_ms bigint not null,
    until_ms bigint not null
  )`,
  'create index retired_secrets_of_key on retired_secrets (key_id, retired_ms)',
]

export const keyEnds = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
