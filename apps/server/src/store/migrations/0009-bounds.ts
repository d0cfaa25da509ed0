import { type Kysely, sql } from 'kysely'

/** Matches figures of flags that no project has: whoever sent events could invent those. */
const unknown = `flag_key <> '*' and not exists (
  select 1 from environments join flags on flags.project_id = environments.project_id
  where environments.id = usage_days.environment_id and flags.key = usage_days.flag_key
)`

const statements = [
  `create table telemetry_bytes (
    environment_id text not null,
    day text not null,
    bytes bigint not null,
    client_bytes bigint not null,
    constraint telemetry_bytes_place primary key (day, environment_id)
  )`,
  // Merges them into one row for each day, as daily figures are aggregated from now on.
  `insert into usage_days
    (environment_id, flag_key, day, total, rule_matches, defaults, errors, value_distribution, distinct_values, only_value)
  select environment_id, '*', day, sum(total), 0, 0, 0, '{"null":' || sum(total) || '}', 0, null
  from usage_days where ${unknown} group by environment_id, day`,
  `delete from usage_days where ${unknown}`,
  // Keys in use are counted whenever one is created; revoked keys stay in the table for ever.
  'create index api_keys_in_use on api_keys (environment_id) where revoked_us is null',
]

export const bounds = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
