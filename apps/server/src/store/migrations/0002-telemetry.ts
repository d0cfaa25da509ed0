import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../connect/dialect.ts'

const usage = `create table usage_days (
  environment_id text not null,
  flag_key text not null,
  day text not null,
  total bigint not null,
  rule_matches bigint not null,
  defaults bigint not null,
  errors bigint not null,
  value_distribution text not null,
  distinct_values bigint not null,
  only_value text,
  constraint usage_days_place primary key (environment_id, flag_key, day)
)`

/** The event log. With the embedded database it is a separate file instead, written by a separate thread. */
const eventLog = [
  `create table telemetry_events (
    day date not null,
    evaluated_ms bigint not null,
    environment_id text not null,
    flag_key text not null,
    flag_id text not null,
    value text not null,
    reason text not null,
    rule_id text not null,
    sdk_type text not null,
    sdk_version text not null,
    count bigint not null
  ) partition by list (day)`,
  `create table telemetry_batches (
    scope text not null,
    key text not null,
    answer text not null,
    at_ms bigint not null,
    primary key (scope, key)
  )`,
  'create index telemetry_batches_by_time on telemetry_batches (at_ms)',
  'create table telemetry_late (id bigint generated always as identity primary key, day date not null)',
  'create table telemetry_settled_days (day date primary key)',
]

export const telemetry = async (db: Kysely<unknown>, dialect: Dialect): Promise<void> => {
  for (const statement of [usage, ...(dialect === 'postgres' ? eventLog : [])]) await sql.raw(statement).execute(db)
}
