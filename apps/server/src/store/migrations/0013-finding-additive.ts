import { type Kysely, sql } from 'kysely'

const flags = [
  // JSON.
  `alter table flags add column tags text not null default '[]'`,
  'alter table flags add column owner_id text references users (id)',
  `alter table flags add column kind text check (kind in ('release', 'experiment', 'operational', 'permission'))`,
  'alter table flags add column expected_end text',
]

const saved = [
  `create table favourites (
    user_id text not null references users (id),
    flag_id text not null references flags (id),
    constraint favourites_place primary key (user_id, flag_id)
  )`,
  `create table saved_views (
    id text primary key,
    project_id text not null references projects (id),
    name text not null,
    search text not null,
    created_by text not null,
    created_us bigint not null,
    constraint saved_views_name unique (project_id, name),
    constraint saved_views_order unique (project_id, created_us)
  )`,
  `create table saved_contexts (
    id text primary key,
    project_id text not null references projects (id),
    name text not null,
    context text not null,
    created_by text not null,
    created_us bigint not null,
    constraint saved_contexts_name unique (project_id, name),
    constraint saved_contexts_order unique (project_id, created_us)
  )`,
  // JSON: the ids of environments.
  'alter table projects add column environment_order text',
]

const people = [
  `create table invitations (
    id text primary key,
    org_id text not null references organizations (id),
    email text not null,
    role text not null,
    projects text not null,
    created_by text not null,
    created_us bigint not null,
    constraint invitations_email unique (org_id, email),
    constraint invitations_order unique (org_id, created_us)
  )`,
  // True for people who joined by an invitation, and so may sign in again.
  'alter table users add column invited boolean not null default false',
  'alter table sessions add column address text',
  'alter table sessions add column user_agent text',
]

const reviews = [
  'alter table proposals add column replaces text references proposals (id)',
  "create index proposals_waiting on proposals (org_id, created_us) where status = 'pending'",
]

// The time at which the key was last used at Delivery.
const keys = ['alter table api_keys add column asked_ms bigint']

const usage = [
  // JSON.
  'alter table usage_days add column rule_counts text',
  `create table usage_hours (
    environment_id text not null,
    flag_key text not null,
    hour bigint not null,
    sdk_type text not null,
    total bigint not null,
    last_ms bigint not null,
    constraint usage_hours_place primary key (environment_id, flag_key, hour, sdk_type)
  )`,
  'create index usage_hours_age on usage_hours (hour)',
]

/** Tags, owners, saved views and more, to find and organize many flags and people. */
export const finding = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of [...flags, ...saved, ...people, ...reviews, ...keys, ...usage])
    await sql.raw(statement).execute(db)
}
