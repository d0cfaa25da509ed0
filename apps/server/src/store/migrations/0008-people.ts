import { type Kysely, sql } from 'kysely'

const hourUs = 60 * 60 * 1_000_000

const statements = [
  `create table project_roles (
    user_id text not null references users (id),
    project_id text not null references projects (id),
    role text not null check (role in ('viewer', 'editor', 'admin')),
    constraint project_roles_one primary key (user_id, project_id)
  )`,
  'alter table users add column role_from_groups boolean not null default false',
  'alter table sessions add column ends_us bigint not null default 0',
  `update sessions set ends_us = created_us + case
    when user_id in (select id from users where identity = 'local') then ${12 * hourUs} else ${7 * 24 * hourUs} end`,
  'drop index sessions_by_creation',
  'create index sessions_by_end on sessions (ends_us)',
]

/** Roles in a project, roles that groups give, and sessions that know their end. */
export const people = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
