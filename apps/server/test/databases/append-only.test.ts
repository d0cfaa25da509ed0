import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openStore } from '../../src/store/store.ts'
import { openEmptyDatabase } from '../../src/testing/databases/open-database.ts'

const { db, dialect } = await openEmptyDatabase()
await openStore(db, dialect)
// Like any other program that opens the file: the database must refuse by itself, without our settings.
if (dialect === 'sqlite') await sql.raw('pragma recursive_triggers = off').execute(db)

const entryColumns =
  'id, org_id, project_id, actor_id, actor_type, action, resource_type, resource_id, meta, created_us, seq, hash'
const versionColumns = 'id, flag_id, environment_id, version, config, created_by, proposal_id, created_us'

const entry = ({ id = 'al_2', meta = '{}', us = 2, seq = 2 }) =>
  `'${id}', 'org_1', 'proj_1', 'key_1', 'api_key', 'flag.created', 'flag', 'flag_1', '${meta}', ${us}, ${seq}, 'h'`
const segmentColumns =
  'id, segment_id, environment_id, version, created_by, proposal_id, created_us, cost, included_count, excluded_count, rules, included, excluded'
const segment = ({ id = 'segv_2', number = 2, rules = '[]', proposal = 'null', us = 2 }) =>
  `'${id}', 'seg_1', 'env_1', ${number}, 'key_1', ${proposal}, ${us}, 0, 0, 0, '${rules}', '[]', '[]'`
const version = ({ id = 'fv_2', number = 2, config = '{}', proposal = 'null', us = 2 }) =>
  `'${id}', 'flag_1', 'env_1', ${number}, '${config}', 'key_1', ${proposal}, ${us}`

const rows = [
  "insert into organizations (id, name, plan, created_us) values ('org_1', 'O', 'free', 1)",
  "insert into projects (id, org_id, name, slug, created_us) values ('proj_1', 'org_1', 'P', 'p', 1)",
  "insert into environments (id, project_id, name, slug, color, protected, created_us) values ('env_1', 'proj_1', 'E', 'e', '#000000', false, 1)",
  "insert into flags (id, org_id, project_id, key, name, type, client_safe, search_text, created_us) values ('flag_1', 'org_1', 'proj_1', 'f', 'F', 'boolean', false, 'f', 1)",
  "insert into proposals (id, org_id, project_id, flag_id, environment_id, status, kind, proposed_config, created_by, reviewed_by, reviewed_us, created_us) values ('prop_0', 'org_1', 'proj_1', 'flag_1', 'env_1', 'approved', 'config', '{}', 'key_1', 'key_2', 1, 1)",
  `insert into flag_versions (${versionColumns}) values (${version({ id: 'fv_1', number: 1, proposal: "'prop_0'", us: 1 })})`,
  "insert into segments (id, org_id, project_id, key, name, search_text, created_us) values ('seg_1', 'org_1', 'proj_1', 's', 'S', 's', 1)",
  "insert into proposals (id, org_id, project_id, segment_id, environment_id, status, kind, proposed_config, created_by, reviewed_by, reviewed_us, created_us) values ('prop_s', 'org_1', 'proj_1', 'seg_1', 'env_1', 'approved', 'segment', '{}', 'key_1', 'key_2', 1, 0)",
  `insert into segment_versions (${segmentColumns}) values (${segment({ id: 'segv_1', number: 1, proposal: "'prop_s'", us: 1 })})`,
  `insert into audit_log (${entryColumns}) values (${entry({ id: 'al_1', us: 1, seq: 1 })})`,
]
for (const row of rows) await sql.raw(row).execute(db)

const forged = '{"forged":true}'

/** Statements for each way in which a new row could replace an old one. */
const replacements = (verb: string) => [
  `${verb} audit_log (${entryColumns}) values (${entry({ id: 'al_1', meta: forged })})`,
  `${verb} audit_log (${entryColumns}) values (${entry({ meta: forged, seq: 1 })})`,
  `${verb} audit_log (${entryColumns}) values (${entry({ meta: forged, us: 1 })})`,
  `${verb} audit_log (rowid, ${entryColumns}) values (1, ${entry({ meta: forged })})`,
  `${verb} flag_versions (${versionColumns}) values (${version({ id: 'fv_1', config: forged })})`,
  `${verb} flag_versions (${versionColumns}) values (${version({ config: forged, number: 1 })})`,
  `${verb} flag_versions (${versionColumns}) values (${version({ config: forged, us: 1 })})`,
  `${verb} flag_versions (${versionColumns}) values (${version({ config: forged, proposal: "'prop_0'" })})`,
  `${verb} flag_versions (rowid, ${versionColumns}) values (1, ${version({ config: forged })})`,
  `${verb} segment_versions (${segmentColumns}) values (${segment({ id: 'segv_1', rules: forged })})`,
  `${verb} segment_versions (${segmentColumns}) values (${segment({ rules: forged, number: 1 })})`,
  `${verb} segment_versions (${segmentColumns}) values (${segment({ rules: forged, us: 1 })})`,
  `${verb} segment_versions (${segmentColumns}) values (${segment({ rules: forged, proposal: "'prop_s'" })})`,
  `${verb} segment_versions (rowid, ${segmentColumns}) values (1, ${segment({ rules: forged })})`,
]

const sqliteAttempts = [
  ...replacements('insert or replace into'),
  ...replacements('replace into'),
  `update or replace audit_log set meta = '${forged}'`,
  `update or replace flag_versions set config = '${forged}'`,
  `update or replace segment_versions set rules = '${forged}'`,
]

const attempts = [
  `update audit_log set meta = '${forged}'`,
  "delete from audit_log where id = 'al_1'",
  `update flag_versions set config = '${forged}'`,
  "delete from flag_versions where id = 'fv_1'",
  `update segment_versions set included = '${forged}'`,
  "delete from segment_versions where id = 'segv_1'",
  `insert into audit_log (${entryColumns}) values (${entry({ id: 'al_1' })}) on conflict (id) do update set meta = '${forged}'`,
  `insert into flag_versions (${versionColumns}) values (${version({ id: 'fv_1' })}) on conflict (id) do update set config = '${forged}'`,
  `insert into segment_versions (${segmentColumns}) values (${segment({ id: 'segv_1' })}) on conflict (id) do update set rules = '${forged}'`,
  ...(dialect === 'postgres'
    ? ['truncate audit_log', 'truncate flag_versions', 'truncate segment_versions']
    : sqliteAttempts),
]

for (const attempt of attempts) {
  test(`the database itself refuses: ${attempt}`, async () => {
    await expect(sql.raw(attempt).execute(db)).rejects.toThrow('append-only')
    const { rows: entries } = await sql`select id, meta from audit_log`.execute(db)
    const { rows: versions } = await sql`select id, config from flag_versions`.execute(db)
    const { rows: segments } = await sql`select id, rules, included from segment_versions`.execute(db)
    expect([...entries, ...versions, ...segments]).toEqual([
      { id: 'al_1', meta: '{}' },
      { id: 'fv_1', config: '{}' },
      { id: 'segv_1', rules: '[]', included: '[]' },
    ])
  })
}

const contradictions = [
  "insert into projects (id, org_id, name, slug, created_us) values ('proj_2', 'org_1', 'P', 'p', 2)",
  "insert into flags (id, org_id, project_id, key, name, type, client_safe, search_text, created_us) values ('flag_2', 'org_1', 'proj_1', 'f', 'F', 'boolean', false, 'f', 2)",
  "insert into flag_versions (id, flag_id, environment_id, version, config, created_by, created_us) values ('fv_2', 'flag_1', 'env_1', 1, '{}', 'key_1', 2)",
  "insert into flag_versions (id, flag_id, environment_id, version, config, created_by, created_us) values ('fv_2', 'flag_1', 'env_1', 0, '{}', 'key_1', 2)",
  `insert into audit_log (${entryColumns}) values (${entry({ us: 1 })})`,
  `insert into audit_log (${entryColumns}) values (${entry({ seq: 1 })})`,
  "insert into flags (id, org_id, project_id, key, name, type, client_safe, search_text, created_us) values ('flag_3', 'org_1', 'proj_nobody', 'g', 'G', 'boolean', false, 'g', 3)",
]

for (const contradiction of contradictions) {
  test(`a constraint refuses: ${contradiction.slice(0, 40)}… ${contradiction.split('values ')[1]}`, async () => {
    await expect(sql.raw(contradiction).execute(db)).rejects.toThrow(/constraint|append-only/i)
  })
}

const proposal = (fields: Record<string, string>) => {
  const all = {
    id: "'prop_1'",
    org_id: "'org_1'",
    project_id: "'proj_1'",
    flag_id: "'flag_1'",
    environment_id: "'env_1'",
    status: "'pending'",
    kind: "'config'",
    proposed_config: "'{}'",
    created_by: "'key_1'",
    created_us: '2',
    ...fields,
  }
  return `insert into proposals (${Object.keys(all).join(', ')}) values (${Object.values(all).join(', ')})`
}
const approved = { status: "'approved'", reviewed_by: "'key_2'", reviewed_us: '2' }

const named = {
  proposals_four_eyes: proposal({ ...approved, reviewed_by: "'key_1'" }),
  proposals_two_persons: proposal({ ...approved, proposer_id: "'user_1'", reviewer_id: "'user_1'" }),
  proposals_reviewed: proposal({ status: "'approved'" }),
  proposals_config: proposal({ proposed_config: 'null' }),
  proposals_change: proposal({ kind: "'archive'", proposed_config: 'null' }),
  proposals_segment: proposal({ kind: "'segment'", flag_id: 'null' }),
  proposals_environment: proposal({ kind: "'environment'", change: "'{}'" }),
  environments_strict: "update environments set strict = true where id = 'env_1'",
}

for (const [constraint, statement] of Object.entries(named)) {
  test(`${constraint} refuses what contradicts it`, async () => {
    await expect(sql.raw(statement).execute(db)).rejects.toThrow(new RegExp(`check constraint.*${constraint}\\b`, 'i'))
  })
}

test('keys of nobody are two actors, though neither is a person', async () => {
  await sql.raw(proposal(approved)).execute(db)
  await sql.raw(proposal({ ...approved, id: "'prop_2'", created_us: '3', proposer_id: "'user_1'" })).execute(db)
})
