import { type Kysely, sql } from 'kysely'

const statements = [
  'alter table projects add column code_lines boolean not null default false',
  `create table code_branches (
    id text primary key,
    project_id text not null references projects (id),
    repository text not null,
    branch text not null,
    commit_id text not null,
    at_ms bigint not null,
    url text,
    is_default boolean not null,
    reference_count bigint not null,
    uploaded_us bigint not null,
    created_us bigint not null,
    constraint code_branches_name unique (project_id, repository, branch),
    constraint code_branches_order unique (project_id, created_us)
  )`,
  'create unique index code_branches_default on code_branches (project_id, repository) where is_default',
  // Places and lines are JSON: a flag's references in a branch are written and read together.
  `create table code_references (
    branch_id text not null references code_branches (id),
    flag_id text not null references flags (id),
    reference_count bigint not null,
    places text not null,
    lines text,
    constraint code_references_place primary key (branch_id, flag_id)
  )`,
  'create index code_references_flag on code_references (flag_id)',
  `create table code_removals (
    flag_id text primary key references flags (id),
    repository text not null,
    commit_id text not null,
    at_ms bigint not null,
    author text
  )`,
]

/** The lines of code that name a flag, and how the last of them went. */
export const codeReferences = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
