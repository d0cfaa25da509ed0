import { type Kysely, sql } from 'kysely'

const statements = [
  `create table users (
    id text primary key,
    org_id text not null references organizations (id),
    identity text not null,
    name text not null,
    email text,
    role text not null check (role in ('viewer', 'editor', 'admin')),
    removed_us bigint,
    created_us bigint not null,
    constraint users_identity unique (identity),
    constraint users_order unique (org_id, created_us)
  )`,
  `create table sessions (
    id text primary key,
    user_id text not null references users (id),
    hash text not null,
    created_us bigint not null,
    used_us bigint not null,
    constraint sessions_hash unique (hash)
  )`,
  `create table sign_in_links (
    hash text primary key,
    user_id text not null references users (id),
    expires_us bigint not null
  )`,
  'create index sessions_of_user on sessions (user_id)',
  'create index sessions_by_creation on sessions (created_us)',
  'create index sessions_by_use on sessions (used_us)',
]

export const signIn = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
