import { type Kysely, sql } from 'kysely'

/** The person at the end of a key's chain of creators; null if that is the bootstrap or the operator. */
const statements = [
  'alter table api_keys add column owner_id text',
  `with recursive lines (key_id, maker) as (
    select id, created_by from api_keys
    union
    select lines.key_id, api_keys.created_by from lines join api_keys on api_keys.id = lines.maker
  )
  update api_keys set owner_id = (
    select users.id from lines join users on users.id = lines.maker where lines.key_id = api_keys.id
  )`,
  'create index api_keys_of_owner on api_keys (owner_id) where owner_id is not null',
]

export const keyOwners = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
