import { type Kysely, sql } from 'kysely'
import { type AuditRow, hashRows, type UnhashedRow } from '../audit/hash.ts'
import type { Dialect } from '../connect/dialect.ts'

const tables = [
  `create table audit_chains (
    org_id text primary key references organizations (id),
    seq bigint not null,
    hash text,
    entry_id text,
    last_us bigint not null
  )`,
  `create table audit_log_chained (
    id text not null constraint audit_log_id primary key,
    org_id text not null references organizations (id),
    project_id text references projects (id),
    environment_id text,
    scope text not null generated always as (coalesce(project_id, org_id)) stored,
    actor_id text not null,
    actor_type text not null check (actor_type in ('api_key', 'user')),
    action text not null,
    resource_type text not null,
    resource_id text not null,
    meta text not null,
    created_us bigint not null,
    seq bigint not null,
    hash text not null,
    constraint audit_log_chain unique (org_id, seq),
    constraint audit_log_list unique (scope, created_us)
  )`,
  'create index audit_log_before on audit_log (org_id, created_us, id)',
]

const inItsPlace = ['drop table audit_log', 'alter table audit_log_chained rename to audit_log']

const indexes = [
  'create index audit_log_by_time on audit_log (org_id, created_us)',
  'create index audit_log_by_type on audit_log (scope, resource_type, created_us)',
  'create index audit_log_by_resource on audit_log (scope, resource_id, created_us)',
  'create index audit_log_by_actor on audit_log (scope, actor_id, created_us)',
  'create index audit_log_by_action on audit_log (scope, action, created_us)',
  `create index audit_log_by_environment on audit_log (scope, environment_id, created_us)
    where environment_id is not null`,
]

/** The unique columns by which `insert or replace` could replace a row. A rowid that was not given is -1, as in no row. */
const taken: Record<string, readonly string[]> = {
  audit_log: ['rowid', 'id', 'org_id, seq', 'scope, created_us'],
  flag_versions: [
    'rowid',
    'id',
    'flag_id, environment_id, version',
    'flag_id, environment_id, created_us',
    'proposal_id',
  ],
}

const isTaken = (table: string): string =>
  (taken[table] ?? [])
    .map((columns) => columns.split(', ').map((column) => `${column} = new.${column}`))
    .map((same) => `exists (select 1 from ${table} where ${same.join(' and ')})`)
    .join(' or ')

/** Needed because SQLite's `insert or replace` bypasses the triggers that forbid deletes. */
const refuseReplacing = Object.keys(taken).map(
  (table) => `create trigger ${table}_no_replace before insert on ${table} when ${isTaken(table)}
    begin select raise(abort, '${table} is append-only'); end`,
)

const sqliteTriggers = [
  ...['update', 'delete'].map(
    (action) => `create trigger audit_log_no_${action} before ${action} on audit_log
      begin select raise(abort, 'audit_log is append-only'); end`,
  ),
  ...refuseReplacing,
]

const postgresTriggers = [
  `create trigger audit_log_append_only before update or delete or truncate on audit_log
    for each statement execute function refuse_change()`,
]

/** The tables as they are during this migration. */
type Chaining = {
  organizations: { id: UnhashedRow['org_id'] }
  api_keys: { id: string; environment_id: UnhashedRow['environment_id'] }
  audit_log: Omit<UnhashedRow, 'environment_id' | 'seq'>
  audit_log_chained: Omit<AuditRow, 'scope'>
  audit_chains: { org_id: string; seq: number; hash: string | null; entry_id: string | null; last_us: number }
}

const batch = 500

/**
 * Gives each audit entry its position in its organization's chain, in the order of their creation. From here on,
 * entries can concern the whole organization. Works in batches: a log may be larger than memory.
 */
export const auditChain = async (db: Kysely<unknown>, dialect: Dialect): Promise<void> => {
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
  if (dialect === 'postgres') await run(['set local statement_timeout = 0'])
  await run(tables)
  const chaining = db as Kysely<Chaining>
  const organizations = await chaining.selectFrom('organizations').select('id').execute()
  for (const { id } of organizations) await chain(chaining, id)
  await run([...inItsPlace, ...indexes, ...(dialect === 'sqlite' ? sqliteTriggers : postgresTriggers)])
}

const chain = async (db: Kysely<Chaining>, orgId: UnhashedRow['org_id']): Promise<void> => {
  let last: Omit<AuditRow, 'scope'> | undefined
  for (;;) {
    const rows = await next(db, orgId, last)
    if (rows.length === 0) break
    const from: number = (last?.seq ?? 0) + 1
    const chained = hashRows(
      rows.map((row, at) => ({ ...row, seq: from + at })),
      last?.hash ?? null,
    )
    await db.insertInto('audit_log_chained').values(chained).execute()
    last = chained.at(-1)
  }
  const { seq = 0, hash = null, id = null, created_us = 0 } = last ?? {}
  await db.insertInto('audit_chains').values({ org_id: orgId, seq, hash, entry_id: id, last_us: created_us }).execute()
}

const next = async (
  db: Kysely<Chaining>,
  orgId: UnhashedRow['org_id'],
  last: { created_us: number; id: string } | undefined,
): Promise<Omit<UnhashedRow, 'seq'>[]> => {
  const rows = await db
    .selectFrom('audit_log')
    .leftJoin('api_keys', 'api_keys.id', 'audit_log.resource_id')
    .selectAll('audit_log')
    .select('api_keys.environment_id as of_key')
    .where('audit_log.org_id', '=', orgId)
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(audit_log.created_us, audit_log.id) > (${last?.created_us}, ${last?.id})`),
    )
    .orderBy('audit_log.created_us')
    .orderBy('audit_log.id')
    .limit(batch)
    .execute()
  return rows.map(({ of_key, ...row }) => ({ ...row, environment_id: of_key ?? environmentIn(row) }))
}

/** Finds the environment of an old entry: in its meta, or the entry is about the environment itself. */
const environmentIn = ({ resource_type, resource_id, meta }: Chaining['audit_log']): UnhashedRow['environment_id'] => {
  const { environmentId = null } = JSON.parse(meta) as { environmentId?: UnhashedRow['environment_id'] }
  return resource_type === 'environment' ? (resource_id as UnhashedRow['environment_id']) : environmentId
}
