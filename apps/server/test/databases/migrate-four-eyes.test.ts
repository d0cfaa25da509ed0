import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '../../src/store/core/migrate.ts'
import { openStore } from '../../src/store/store.ts'
import { openAtMigration } from '../../src/testing/databases/open-database.ts'

/** A database of the release before: proposals by a person, by a key of theirs, and by a key without an owner. */
const openFilled = async () => {
  const opened = await openAtMigration('0004-key-owners')
  const proposal = (id: string, status: string, by: string, reviewedBy: string | null, at: number) =>
    `insert into proposals (id, org_id, project_id, flag_id, environment_id, status, proposed_config, created_by, reviewed_by, reviewed_us, review_note, created_us)
      values ('${id}', 'org_1', 'proj_1', 'flag_1', 'env_1', '${status}', '{"version":1}', '${by}', ${reviewedBy ? `'${reviewedBy}', 9, 'a note'` : 'null, null, null'}, ${at})`
  const key = (id: string, owner: string | null, at: number) =>
    `insert into api_keys (id, org_id, environment_id, hash, key_prefix, type, scopes, description, created_by, owner_id, created_us)
      values ('${id}', 'org_1', 'env_1', '${id}', 'sk_', 'server', 'manage', 'K', 'operator', ${owner ? `'${owner}'` : 'null'}, ${at})`
  const rows = [
    "insert into organizations (id, name, plan, created_us) values ('org_1', 'O', 'enterprise', 1)",
    "insert into projects (id, org_id, name, slug, created_us) values ('proj_1', 'org_1', 'P', 'p', 1)",
    "insert into environments (id, project_id, name, slug, color, protected, created_us) values ('env_1', 'proj_1', 'E', 'e', '#000000', true, 1)",
    "insert into flags (id, org_id, project_id, key, name, type, client_safe, search_text, created_us) values ('flag_1', 'org_1', 'proj_1', 'f', 'F', 'boolean', false, 'f', 1)",
    "insert into users (id, org_id, identity, name, role, created_us) values ('user_ada', 'org_1', 'ada', 'Ada', 'admin', 1)",
    key('key_ada', 'user_ada', 1),
    key('key_nobody', null, 2),
    // Proposed and approved by one person, who counted as two actors under the old rules.
    proposal('prop_1', 'approved', 'key_ada', 'user_ada', 1),
    proposal('prop_2', 'rejected', 'key_nobody', 'key_ada', 2),
    proposal('prop_3', 'pending', 'user_ada', null, 3),
    "insert into flag_versions (id, flag_id, environment_id, version, config, created_by, proposal_id, created_us) values ('fv_1', 'flag_1', 'env_1', 1, '{}', 'key_ada', 'prop_1', 1)",
  ]
  for (const row of rows) await sql.raw(row).execute(opened.db)
  return opened
}

test('what was proposed before keeps everything, and gets the person behind it', async () => {
  const { db, dialect } = await openFilled()
  const store = await openStore(db, dialect)
  const { rows } = await sql`select * from proposals order by id`.execute(db)
  const common = { org_id: 'org_1', project_id: 'proj_1', flag_id: 'flag_1', environment_id: 'env_1', kind: 'config' }
  const content = {
    ...common,
    proposed_config: '{"version":1}',
    change: null,
    segment_id: null,
    schedule_id: null,
    experiment_id: null,
    comment: null,
    replaces: null,
    proposer_address: null,
    reviewer_address: null,
  }
  const reviewed = { reviewed_us: 9, review_note: 'a note', reviewer_id: null }
  const open = { reviewed_by: null, reviewed_us: null, review_note: null, reviewer_id: null }
  expect(rows).toEqual([
    {
      ...content,
      ...reviewed,
      id: 'prop_1',
      status: 'approved',
      created_by: 'key_ada',
      proposer_id: 'user_ada',
      reviewed_by: 'user_ada',
      created_us: 1,
    },
    {
      ...content,
      ...reviewed,
      id: 'prop_2',
      status: 'rejected',
      created_by: 'key_nobody',
      proposer_id: null,
      reviewed_by: 'key_ada',
      created_us: 2,
    },
    {
      ...content,
      ...open,
      id: 'prop_3',
      status: 'pending',
      created_by: 'user_ada',
      proposer_id: 'user_ada',
      created_us: 3,
    },
  ])
  const environment = await store.environments.lock('env_1')
  expect(environment).toEqual({ id: 'env_1', name: 'E', slug: 'e', color: '#000000', protected: true })
  expect(await store.flagVersions.find({ flagId: 'flag_1', environmentId: 'env_1' }, 1)).toMatchObject({
    proposalId: 'prop_1',
  })
  await store.close()
})

test('versions still point to proposals that there are, and to no others', async () => {
  const { db, dialect } = await openFilled()
  const store = await openStore(db, dialect)
  if (dialect === 'sqlite') expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([])
  const version = (proposalId: string) =>
    sql.raw(
      `insert into flag_versions (id, flag_id, environment_id, version, config, created_by, proposal_id, created_us) values ('fv_2', 'flag_1', 'env_1', 2, '{}', 'key_ada', '${proposalId}', 2)`,
    )
  await expect(version('prop_nobody').execute(db)).rejects.toThrow(/foreign key/i)
  await version('prop_2').execute(db)
  await store.close()
})

test('the one pending proposal is still one', async () => {
  const { db, dialect } = await openFilled()
  const store = await openStore(db, dialect)
  const fields = { orgId: 'org_1', projectId: 'proj_1', environmentId: 'env_1', createdBy: 'key_ada' } as const
  const again = store.transaction((tx) =>
    tx.proposals.insert(
      {
        ...fields,
        id: 'prop_4',
        flagId: 'flag_1',
        proposerId: 'user_ada',
        proposerAddress: null,
        proposedConfig: { version: 1, enabled: true, defaultValue: true, rules: [] },
      },
      4,
    ),
  )
  await expect(again).rejects.toMatchObject({ code: 'PROPOSAL_ALREADY_PENDING' })
  await store.close()
})

test('a migration that fails half-way did nothing, and goes through when its obstacle is gone', async () => {
  const { db, dialect } = await openFilled()
  const inTheWay = 'proposals_one_pending_environment'
  await sql.raw(`create table ${inTheWay} (id text)`).execute(db)
  await expect(migrate(db, dialect)).rejects.toThrow(inTheWay)
  expect((await sql`select id from proposals`.execute(db)).rows).toHaveLength(3)
  await expect(sql`select kind from proposals`.execute(db)).rejects.toThrow('kind')
  await sql.raw(`drop table ${inTheWay}`).execute(db)
  const store = await openStore(db, dialect)
  expect(await store.proposals.find('org_1', 'prop_3')).toMatchObject({ status: 'pending' })
  await store.close()
})
