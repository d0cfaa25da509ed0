import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { exportChain, verifyChain } from '../../src/store/audit/walk-chain.ts'
import { migrate } from '../../src/store/core/migrate.ts'
import { openStore } from '../../src/store/store.ts'
import { openAtMigration } from '../../src/testing/databases/open-database.ts'

/** A database of a release that had only the migrations before the chain. */
const openBefore = async () => {
  const { db, dialect } = await openAtMigration('0006-key-ends')
  const run = (statement: string) => sql.raw(statement).execute(db)
  for (const org of [1, 2, 3]) {
    await run(`insert into organizations (id, name, plan, created_us) values ('org_${org}', 'O', 'pro', ${org})`)
    for (const project of [1, 2]) {
      const id = `proj_${org}_${project}`
      await run(
        `insert into projects (id, org_id, name, slug, created_us) values ('${id}', 'org_${org}', 'P', '${id}', ${project})`,
      )
    }
  }
  await run(
    "insert into environments (id, project_id, name, slug, color, protected, created_us) values ('env_1', 'proj_1_1', 'E', 'e', '#000000', false, 1)",
  )
  await run(
    "insert into api_keys (id, org_id, environment_id, hash, key_prefix, type, scopes, description, created_by, created_us) values ('key_1', 'org_1', 'env_1', 'h', 'sk_', 'server', 'manage', 'K', 'operator', 1)",
  )
  return { db, dialect }
}

const columns = 'id, org_id, project_id, actor_id, actor_type, action, resource_type, resource_id, meta, created_us'

test('a log from before gets its chain: every entry as it was, in the order in which they were made', async () => {
  const { db, dialect } = await openBefore()
  const values: string[] = []
  // The same microsecond in two projects, more rows than a batch, and texts that are hard to hash or escape.
  for (let at = 0; at < 1_100; at++) {
    const meta = JSON.stringify({
      at,
      environmentId: at % 2 ? 'env_1' : undefined,
      text: `\u2028 "it's" \\ 🎏`.replaceAll("'", '’'),
    })
    values.push(
      `('al_${String(at).padStart(5, '0')}', 'org_1', 'proj_1_${1 + (at % 2)}', 'key_1', 'api_key', 'flag.updated', 'flag', 'flag_1', '${meta}', ${1_700_000_000_000_000 + Math.floor(at / 2)})`,
    )
  }
  values.push(
    "('al_of_key', 'org_2', 'proj_2_1', 'operator', 'user', 'api_key.created', 'api_key', 'key_1', '{}', 1700000000000000)",
    "('al_of_env', 'org_2', 'proj_2_1', 'key_1', 'api_key', 'environment.updated', 'environment', 'env_1', '{}', 1700000000000001)",
  )
  await sql.raw(`insert into audit_log (${columns}) values ${values.join(', ')}`).execute(db)
  const { rows: before } = await sql.raw(`select ${columns} from audit_log order by id`).execute(db)

  const store = await openStore(db, dialect)
  const { rows: after } = await sql.raw(`select ${columns} from audit_log order by id`).execute(db)
  expect(after).toEqual(before)
  expect(await verifyChain(store.auditChain, 'org_1')).toEqual({ ok: true, entries: 1_100 })
  expect(await verifyChain(store.auditChain, 'org_2')).toEqual({ ok: true, entries: 2 })
  expect(await verifyChain(store.auditChain, 'org_3')).toEqual({ ok: true, entries: 0 })
  const ids: string[] = []
  for await (const line of exportChain(store.auditChain, 'org_1', {})) ids.push(JSON.parse(line).id)
  expect(ids).toEqual(Array.from({ length: 1_100 }, (_, at) => `al_${String(at).padStart(5, '0')}`))

  const { rows: placed } =
    await sql`select id, environment_id from audit_log where id in ('al_of_key', 'al_of_env', 'al_00001', 'al_00002') order by id`.execute(
      db,
    )
  expect(placed).toEqual([
    { id: 'al_00001', environment_id: 'env_1' },
    { id: 'al_00002', environment_id: null },
    { id: 'al_of_env', environment_id: 'env_1' },
    { id: 'al_of_key', environment_id: 'env_1' },
  ])
  for (const refused of ["update audit_log set meta = '{}'", 'delete from audit_log']) {
    await expect(sql.raw(refused).execute(db)).rejects.toThrow('append-only')
  }

  const sources = { newId: () => 'al_new' as const, nowUs: () => 1 }
  await store.transaction((tx) =>
    tx.auditChain.append(
      { id: 'operator', type: 'user', orgId: 'org_1' },
      [
        {
          action: 'organization.updated',
          projectId: null,
          resourceType: 'organization',
          resourceId: 'org_1',
          meta: {},
        },
      ],
      sources,
    ),
  )
  expect(await verifyChain(store.auditChain, 'org_1')).toEqual({ ok: true, entries: 1_101 })
  const { items } = await store.auditLog.list({ id: 'proj_1_2', orgId: 'org_1' }, { limit: 2 })
  expect(
    items.map(({ id }) => id),
    'what is new comes after all that was there',
  ).toEqual(['al_new', 'al_01099'])
  await store.close()
})

test('a log that cannot be read leaves the database as it was, to be tried again', async () => {
  const { db, dialect } = await openBefore()
  const insert = (id: string, meta: string, us: number) =>
    `insert into audit_log (${columns}) values ('${id}', 'org_1', 'proj_1_1', 'key_1', 'api_key', 'flag.updated', 'flag', 'flag_1', '${meta}', ${us})`
  await sql.raw(insert('al_1', '{}', 1)).execute(db)
  await sql.raw(insert('al_2', 'not JSON', 2)).execute(db)
  await expect(migrate(db, dialect)).rejects.toThrow(/JSON/)
  const { rows } = await sql`select id from audit_log order by id`.execute(db)
  expect(rows).toEqual([{ id: 'al_1' }, { id: 'al_2' }])
  await db.destroy()
})
