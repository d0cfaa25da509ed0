import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../connect/dialect.ts'

const tables = [
  'create table unit_secrets (environment_id text not null primary key, secret text not null)',
  // Those whose units may still wait to be counted.
  `create index experiments_stopped_in on experiments (environment_id, stopped_us) where status = 'stopped'`,
]

/** What is kept of units. Beside the embedded database it is in the file of events, which a thread of its own writes. */
const unitLog = [
  `create table unit_names (
    id bigint generated always as identity primary key,
    environment_id text not null,
    name text not null,
    attribute text not null,
    unique (environment_id, name, attribute)
  )`,
  `create table unit_events (
    day date not null,
    unit bigint not null,
    name bigint not null,
    id bigint not null,
    at_ms bigint not null,
    value double precision,
    is_client boolean not null,
    primary key (unit, name, id, day)
  ) partition by list (day)`,
  `create table unit_experiments (
    id bigint generated always as identity primary key,
    experiment_id text not null unique,
    environment_id text not null,
    attribute text not null,
    metrics text not null
  )`,
  `create table unit_exposures (
    experiment bigint not null,
    unit bigint not null,
    variant integer not null,
    first_ms bigint not null,
    waiting integer not null,
    primary key (unit, experiment)
  )`,
  'create index unit_exposures_waiting on unit_exposures (experiment, waiting, first_ms) where waiting <> 0',
  `create table unit_days (
    experiment bigint not null,
    metric text not null,
    variant integer not null,
    day text not null,
    moments text not null,
    primary key (experiment, metric, variant, day)
  )`,
  `create table unit_counts (
    experiment bigint not null,
    kind text not null,
    sdk_type text not null,
    sdk_version text not null,
    count bigint not null,
    primary key (experiment, kind, sdk_type, sdk_version)
  )`,
  `create table unit_seen (
    environment_id text not null,
    name text not null,
    hour bigint not null,
    count bigint not null,
    last_ms bigint not null,
    primary key (environment_id, name, hour)
  )`,
]

/** What units did, and which variants they got. */
export const units = async (db: Kysely<unknown>, dialect: Dialect): Promise<void> => {
  for (const statement of [...tables, ...(dialect === 'postgres' ? unitLog : [])]) await sql.raw(statement).execute(db)
}
