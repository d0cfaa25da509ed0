import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../connect/dialect.ts'

/**
 * Proposals of more than configs, and the people behind proposer and reviewer. A comparison with null satisfies a
 * check, so keys without an owner count as actors of their own.
 */
const constraints = [
  "constraint proposals_two_persons check (status <> 'approved' or proposer_id <> reviewer_id)",
  "constraint proposals_config check (kind <> 'config' or (flag_id is not null and proposed_config is not null))",
  `constraint proposals_change check (
    kind not in ('archive', 'clientSafe') or (flag_id is not null and change is not null)
  )`,
  "constraint proposals_environment check (kind <> 'environment' or (flag_id is null and change is not null))",
]

const strict = `alter table environments
  add column strict boolean not null default false constraint environments_strict check (protected or not strict)`

const inPostgres = [
  strict,
  "alter table proposals add column kind text not null default 'config'",
  'alter table proposals add column change text',
  'alter table proposals add column proposer_id text',
  'alter table proposals add column reviewer_id text',
  'alter table proposals alter column kind drop default',
  'alter table proposals alter column flag_id drop not null',
  'alter table proposals alter column proposed_config drop not null',
  ...constraints.map((constraint) => `alter table proposals add ${constraint}`),
  'drop index proposals_one_pending',
]

/**
 * SQLite cannot change columns: the table is created anew, under the same name, since versions refer to it by that
 * name. While the new table is filled their foreign keys lead nowhere, so those are checked at the end of the
 * transaction.
 */
const inSqlite = [
  strict,
  'pragma defer_foreign_keys = on',
  'create table proposals_before as select * from proposals',
  'drop table proposals',
  `create table proposals (
    id text primary key,
    org_id text not null references organizations (id),
    project_id text not null references projects (id),
    flag_id text references flags (id),
    environment_id text not null references environments (id),
    status text not null check (status in ('pending', 'approved', 'rejected')),
    kind text not null,
    proposed_config text,
    change text,
    created_by text not null,
    proposer_id text,
    reviewed_by text,
    reviewer_id text,
    reviewed_us bigint,
    review_note text,
    created_us bigint not null,
    constraint proposals_order unique (project_id, created_us),
    constraint proposals_reviewed check ((status = 'pending') = (reviewed_by is null)),
    constraint proposals_reviewed_at check ((reviewed_by is null) = (reviewed_us is null)),
    constraint proposals_four_eyes check (status <> 'approved' or reviewed_by <> created_by),
    ${constraints.join(',\n    ')}
  )`,
  `insert into proposals (id, org_id, project_id, flag_id, environment_id, status, kind, proposed_config, created_by,
      reviewed_by, reviewed_us, review_note, created_us)
    select id, org_id, project_id, flag_id, environment_id, status, 'config', proposed_config, created_by,
      reviewed_by, reviewed_us, review_note, created_us from proposals_before`,
  'drop table proposals_before',
  'create index proposals_of_flag on proposals (flag_id, environment_id, created_us)',
  'create index proposals_by_status on proposals (project_id, status, created_us)',
  "create index proposals_pending on proposals (environment_id) where status = 'pending'",
]

const inBoth = [
  // Earlier reviewers stay unset: proposals approved under the old rules must not fail the new constraint.
  `update proposals set proposer_id = coalesce(
    (select users.id from users where users.id = proposals.created_by),
    (select api_keys.owner_id from api_keys where api_keys.id = proposals.created_by)
  )`,
  `create unique index proposals_one_pending on proposals (flag_id, environment_id)
    where status = 'pending' and kind not in ('archive', 'clientSafe')`,
  `create unique index proposals_one_pending_change on proposals (flag_id, kind)
    where status = 'pending' and kind in ('archive', 'clientSafe')`,
  `create unique index proposals_one_pending_environment on proposals (environment_id)
    where status = 'pending' and kind = 'environment'`,
]

export const fourEyes = async (db: Kysely<unknown>, dialect: Dialect): Promise<void> => {
  const statements = dialect === 'sqlite' ? inSqlite : inPostgres
  for (const statement of [...statements, ...inBoth]) await sql.raw(statement).execute(db)
}
