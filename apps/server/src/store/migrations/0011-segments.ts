import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../connect/dialect.ts'

const typed = "check (type in ('boolean', 'string', 'number', 'json'))"

const jsonFlagsInPostgres = [
  'alter table flags drop constraint flags_type_check',
  `alter table flags add constraint flags_type_check ${typed}`,
  'alter table flags add column schema text',
]

const flagColumns = `id, org_id, project_id, key, name, description, type, client_safe, archived_us, search_text,
  created_us`

/**
 * SQLite cannot change a check: the table is created anew, under the same name, since versions and proposals refer to
 * it by that name. Meanwhile their foreign keys lead nowhere, so those are checked at the end of the transaction.
 */
const jsonFlagsInSqlite = [
  'pragma defer_foreign_keys = on',
  'create table flags_before as select * from flags',
  'drop table flags',
  `create table flags (
    id text primary key,
    org_id text not null references organizations (id),
    project_id text not null references projects (id),
    key text not null,
    name text not null,
    description text,
    type text not null ${typed},
    client_safe boolean not null,
    archived_us bigint,
    search_text text not null,
    created_us bigint not null,
    schema text,
    constraint flags_key unique (project_id, key),
    constraint flags_order unique (project_id, created_us)
  )`,
  `insert into flags (${flagColumns}) select ${flagColumns} from flags_before`,
  'drop table flags_before',
  'create index flags_archived on flags (project_id, created_us) where archived_us is not null',
]

const segments = [
  `create table segments (
    id text primary key,
    org_id text not null references organizations (id),
    project_id text not null references projects (id),
    key text not null,
    name text not null,
    description text,
    unit text,
    archived_us bigint,
    search_text text not null,
    created_us bigint not null,
    constraint segments_key unique (project_id, key),
    constraint segments_order unique (project_id, created_us)
  )`,
  'create index segments_archived on segments (project_id, created_us) where archived_us is not null',
  `alter table proposals add column segment_id text references segments (id)
    constraint proposals_segment check (
      (kind = 'segment') = (segment_id is not null)
      and (kind <> 'segment' or (flag_id is null and proposed_config is not null))
    )`,
  `create unique index proposals_one_pending_segment on proposals (segment_id, environment_id)
    where status = 'pending' and segment_id is not null`,
  `create index proposals_of_segment on proposals (segment_id, environment_id, created_us)
    where segment_id is not null`,
  // The lists are the last columns, so that reading the columns before them need not read the lists.
  `create table segment_versions (
    id text not null unique,
    segment_id text not null references segments (id),
    environment_id text not null references environments (id),
    version bigint not null check (version >= 1),
    created_by text not null,
    proposal_id text unique references proposals (id),
    created_us bigint not null,
    cost bigint not null,
    included_count bigint not null,
    excluded_count bigint not null,
    rules text not null,
    included text not null,
    excluded text not null,
    constraint segment_versions_series primary key (segment_id, environment_id, version),
    constraint segment_versions_order unique (segment_id, environment_id, created_us)
  )`,
  // Existing versions cannot be changed: their cost is computed when it is needed.
  'alter table flag_versions add column cost bigint',
  `create table config_references (
    environment_id text not null references environments (id),
    from_id text not null,
    to_id text not null,
    created_us bigint not null,
    constraint config_references_from primary key (from_id, environment_id, to_id),
    constraint config_references_order unique (to_id, created_us)
  )`,
  'create index config_references_to on config_references (to_id, environment_id, from_id)',
  'create index config_references_in on config_references (environment_id)',
]

/** The unique columns by which `insert or replace` could replace a row. A rowid that was not given is -1, as in no row. */
const taken = [
  'rowid',
  'id',
  'segment_id, environment_id, version',
  'segment_id, environment_id, created_us',
  'proposal_id',
]
const isTaken = taken
  .map((columns) => columns.split(', ').map((column) => `${column} = new.${column}`))
  .map((same) => `exists (select 1 from segment_versions where ${same.join(' and ')})`)
  .join(' or ')

const refusal = "begin select raise(abort, 'segment_versions is append-only'); end"

const appendOnlyInSqlite = [
  ...['update', 'delete'].map(
    (action) => `create trigger segment_versions_no_${action} before ${action} on segment_versions ${refusal}`,
  ),
  `create trigger segment_versions_no_replace before insert on segment_versions when ${isTaken} ${refusal}`,
]

const appendOnlyInPostgres = [
  `create trigger segment_versions_append_only before update or delete or truncate on segment_versions
    for each statement execute function refuse_change()`,
]

const inSqlite = [...jsonFlagsInSqlite, ...segments, ...appendOnlyInSqlite]
const inPostgres = [...jsonFlagsInPostgres, ...segments, ...appendOnlyInPostgres]

/**
 * JSON flags and segments. References between configs have their own table, so that nobody has to read versions for
 * them.
 */
export const segmentsAndJson = async (db: Kysely<unknown>, dialect: Dialect): Promise<void> => {
  for (const statement of dialect === 'sqlite' ? inSqlite : inPostgres) await sql.raw(statement).execute(db)
}
