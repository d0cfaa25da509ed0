import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../connect/dialect.ts'

/** The same SQL for both databases: SQLite stores `bigint` and `boolean` as plain numbers. */
const tables = [
  'create table milestones (name text primary key)',
  'create table edge_progress (marker bigint not null)',
  'insert into edge_progress (marker) values (0)',
  `create table organizations (
    id text primary key,
    name text not null,
    plan text not null check (plan in ('free', 'pro', 'enterprise')),
    created_us bigint not null,
    constraint organizations_order unique (created_us)
  )`,
  `create table projects (
    id text primary key,
    org_id text not null references organizations (id),
    name text not null,
    slug text not null,
    created_us bigint not null,
    constraint projects_slug unique (org_id, slug),
    constraint projects_order unique (org_id, created_us)
  )`,
  `create table environments (
    id text primary key,
    project_id text not null references projects (id),
    name text not null,
    slug text not null,
    color text not null,
    protected boolean not null,
    revision bigint not null default 1,
    published_revision bigint not null default 0,
    created_us bigint not null,
    constraint environments_slug unique (project_id, slug),
    constraint environments_order unique (project_id, created_us)
  )`,
  `create table flags (
    id text primary key,
    org_id text not null references organizations (id),
    project_id text not null references projects (id),
    key text not null,
    name text not null,
    description text,
    type text not null check (type in ('boolean', 'string', 'number')),
    client_safe boolean not null,
    archived_us bigint,
    search_text text not null,
    created_us bigint not null,
    constraint flags_key unique (project_id, key),
    constraint flags_order unique (project_id, created_us)
  )`,
  `create table proposals (
    id text primary key,
    org_id text not null references organizations (id),
    project_id text not null references projects (id),
    flag_id text not null references flags (id),
    environment_id text not null references environments (id),
    status text not null check (status in ('pending', 'approved', 'rejected')),
    proposed_config text not null,
    created_by text not null,
    reviewed_by text,
    reviewed_us bigint,
    review_note text,
    created_us bigint not null,
    constraint proposals_order unique (project_id, created_us),
    constraint proposals_reviewed check ((status = 'pending') = (reviewed_by is null)),
    constraint proposals_reviewed_at check ((reviewed_by is null) = (reviewed_us is null)),
    constraint proposals_four_eyes check (status <> 'approved' or reviewed_by <> created_by)
  )`,
  `create table flag_versions (
    id text not null unique,
    flag_id text not null references flags (id),
    environment_id text not null references environments (id),
    version bigint not null check (version >= 1),
    config text not null,
    created_by text not null,
    proposal_id text unique references proposals (id),
    created_us bigint not null,
    constraint flag_versions_series primary key (flag_id, environment_id, version),
    constraint flag_versions_order unique (flag_id, environment_id, created_us)
  )`,
  `create table api_keys (
    id text primary key,
    org_id text not null references organizations (id),
    environment_id text not null references environments (id),
    hash text not null,
    key_prefix text not null,
    type text not null check (type in ('server', 'client')),
    scopes text not null,
    description text not null,
    created_by text not null,
    revoked_us bigint,
    revision bigint not null default 1,
    published_revision bigint not null default 0,
    created_us bigint not null,
    constraint api_keys_hash unique (hash),
    constraint api_keys_order unique (environment_id, created_us)
  )`,
  `create table audit_log (
    id text primary key,
    org_id text not null references organizations (id),
    project_id text not null references projects (id),
    actor_id text not null,
    actor_type text not null check (actor_type in ('api_key', 'user')),
    action text not null,
    resource_type text not null,
    resource_id text not null,
    meta text not null,
    created_us bigint not null,
    constraint audit_log_order unique (project_id, created_us)
  )`,
]

const indexes = [
  `create unique index proposals_one_pending on proposals (flag_id, environment_id) where status = 'pending'`,
  'create index flags_archived on flags (project_id, created_us) where archived_us is not null',
  'create index proposals_of_flag on proposals (flag_id, environment_id, created_us)',
  'create index proposals_by_status on proposals (project_id, status, created_us)',
  `create index proposals_pending on proposals (environment_id) where status = 'pending'`,
  'create index flag_versions_first on flag_versions (environment_id, flag_id) where version = 1',
  'create index environments_unpublished on environments (id) where published_revision < revision',
  'create index api_keys_unpublished on api_keys (id) where published_revision < revision',
  'create index audit_log_by_type on audit_log (project_id, resource_type, created_us)',
  'create index audit_log_by_resource on audit_log (project_id, resource_id, created_us)',
]

const appendOnly = ['audit_log', 'flag_versions']

const sqliteTriggers = appendOnly.flatMap((table) =>
  ['update', 'delete'].map(
    (action) => `create trigger ${table}_no_${action} before ${action} on ${table}
      begin select raise(abort, '${table} is append-only'); end`,
  ),
)

const postgresTriggers = [
  `create function refuse_change() returns trigger language plpgsql as $$
    begin raise exception '% is append-only', tg_table_name; end $$`,
  ...appendOnly.map(
    (table) => `create trigger ${table}_append_only before update or delete or truncate on ${table}
      for each statement execute function refuse_change()`,
  ),
]

export const foundation = async (db: Kysely<unknown>, dialect: Dialect): Promise<void> => {
  const triggers = dialect === 'sqlite' ? sqliteTriggers : postgresTriggers
  for (const statement of [...tables, ...indexes, ...triggers]) await sql.raw(statement).execute(db)
}
