import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openStore } from '../../src/store/store.ts'
import { openAtMigration } from '../../src/testing/databases/open-database.ts'

/** A database of the release before: a flag with versions, one of them from a proposal. */
const openFilled = async () => {
  const opened = await openAtMigration('0010-checkpoints')
  const version = (number: number, proposal: string, config: string) =>
    `insert into flag_versions (id, flag_id, environment_id, version, config, created_by, proposal_id, created_us)
      values ('fv_${number}', 'flag_1', 'env_1', ${number}, '${config}', 'key_1', ${proposal}, ${number})`
  const rows = [
    "insert into organizations (id, name, plan, created_us) values ('org_1', 'O', 'enterprise', 1)",
    "insert into projects (id, org_id, name, slug, created_us) values ('proj_1', 'org_1', 'P', 'p', 1)",
    "insert into environments (id, project_id, name, slug, color, protected, created_us) values ('env_1', 'proj_1', 'E', 'e', '#000000', true, 1)",
    "insert into flags (id, org_id, project_id, key, name, description, type, client_safe, archived_us, search_text, created_us) values ('flag_1', 'org_1', 'proj_1', 'f', 'F', 'A flag', 'boolean', true, 7, 'f', 1)",
    "insert into proposals (id, org_id, project_id, flag_id, environment_id, status, kind, proposed_config, created_by, reviewed_by, reviewed_us, created_us) values ('prop_1', 'org_1', 'proj_1', 'flag_1', 'env_1', 'approved', 'config', '{}', 'key_1', 'key_2', 1, 1)",
    version(1, 'null', '{}'),
    version(2, "'prop_1'", '{"version":2,"enabled":true,"defaultValue":true,"rules":[{"id":"a","conditions":[]}]}'),
  ]
  for (const row of rows) await sql.raw(row).execute(opened.db)
  return opened
}

test('flags, versions and proposals of before are what they were, and point to each other', async () => {
  const { db, dialect } = await openFilled()
  const store = await openStore(db, dialect)
  expect(await store.flags.find('proj_1', 'f')).toEqual({
    id: 'flag_1',
    orgId: 'org_1',
    projectId: 'proj_1',
    key: 'f',
    name: 'F',
    description: 'A flag',
    type: 'boolean',
    clientSafe: true,
    archivedAt: '1970-01-01T00:00:00.000Z',
    createdAt: '1970-01-01T00:00:00.000Z',
  })
  const place = { flagId: 'flag_1', environmentId: 'env_1' } as const
  expect(await store.flagVersions.find(place, 2)).toMatchObject({ proposalId: 'prop_1' })
  expect(await store.proposals.find('org_1', 'prop_1')).toMatchObject({ flagId: 'flag_1', status: 'approved' })
  if (dialect === 'sqlite') expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([])
  const orphan = sql`insert into proposals (id, org_id, project_id, flag_id, environment_id, status, kind, proposed_config, created_by, created_us) values ('prop_2', 'org_1', 'proj_1', 'flag_nobody', 'env_1', 'pending', 'config', '{}', 'key_1', 2)`
  await expect(orphan.execute(db)).rejects.toThrow(/foreign key/i)
  await store.close()
})

test('a flag may be of JSON from then on, and of nothing else that is new', async () => {
  const { db, dialect } = await openFilled()
  const store = await openStore(db, dialect)
  const flag = (type: string) =>
    sql`insert into flags (id, org_id, project_id, key, name, type, client_safe, search_text, created_us) values (${`flag_${type}`}, 'org_1', 'proj_1', ${type}, 'F', ${type}, false, 'f', 2)`
  await flag('json').execute(db)
  await expect(flag('date').execute(db)).rejects.toThrow(/check constraint/i)
  await store.close()
})

test('what versions of before cost is reckoned from their configs', async () => {
  const { db, dialect } = await openFilled()
  const store = await openStore(db, dialect)
  const graph = await store.configGraph.around('env_1', 'flag_1', ['flag_1'])
  expect(graph.get('flag_1')).toEqual({ name: 'the flag f', cost: expect.any(Number), needs: [] })
  expect(graph.get('flag_1')?.cost).toBeGreaterThan(0)
  await store.close()
})
