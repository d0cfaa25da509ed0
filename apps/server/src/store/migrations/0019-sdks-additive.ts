import { type Kysely, sql } from 'kysely'

const statements = [
  `create table seen_sdks (
    environment_id text not null,
    sdk_type text not null,
    sdk_version text not null,
    day text not null,
    constraint seen_sdks_place primary key (environment_id, sdk_type, sdk_version)
  )`,
  'create index seen_sdks_age on seen_sdks (day)',
]

/** The versions of SDKs that are in use. */
export const sdks = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
