import type { DatabaseSync } from 'node:sqlite'

/** The tables of units, in the event file. */
export const makeUnitTables = (database: DatabaseSync): void =>
  database.exec(`
    create table if not exists unit_names (
      id integer primary key, environment_id text not null, name text not null, attribute text not null,
      unique (environment_id, name, attribute)
    );
    create table if not exists unit_experiments (
      id integer primary key, experiment_id text not null unique, environment_id text not null, attribute text not null,
      metrics text not null
    );
    create table if not exists unit_exposures (
      experiment integer not null, unit integer not null, variant integer not null, first_ms integer not null,
      waiting integer not null, primary key (experiment, unit)
    ) without rowid;
    create index if not exists unit_exposures_waiting on unit_exposures (experiment, waiting, first_ms) where waiting <> 0;
    create index if not exists unit_exposures_by_unit on unit_exposures (unit);
    create table if not exists unit_days (
      experiment integer not null, metric text not null, variant integer not null, day text not null, moments text not null,
      primary key (experiment, metric, variant, day)
    ) without rowid;
    create table if not exists unit_counts (
      experiment integer not null, kind text not null, sdk_type text not null, sdk_version text not null, count integer not null,
      primary key (experiment, kind, sdk_type, sdk_version)
    ) without rowid;
    create table if not exists unit_seen (
      environment_id text not null, name text not null, hour integer not null, count integer not null, last_ms integer not null,
      primary key (environment_id, name, hour)
    ) without rowid;
  `)

/** One table per day, so that a day is removed by dropping its table. The events of a unit lie together. */
export const unitTableOf = (day: string): string => `"units ${day}"`

export const makeUnitDay = (database: DatabaseSync, day: string): void =>
  database.exec(`create table if not exists ${unitTableOf(day)} (
    unit integer not null, name integer not null, id integer not null, at_ms integer not null, value real,
    is_client integer not null, primary key (unit, name, id)
  ) without rowid`)

export const listUnitDays = (database: DatabaseSync): string[] =>
  database
    .prepare(
      "select substr(name, 7) as day from sqlite_master where type = 'table' and name like 'units ____-__-__' order by 1",
    )
    .all()
    .map((row) => String(row.day))
