import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openPostgres } from '../../src/store/connect/postgres.ts'
import { openSqlite } from '../../src/store/connect/sqlite.ts'
import { openStore } from '../../src/store/store.ts'
import { createDatabase } from '../../src/testing/services.ts'

const connect = async () => {
  if (inject('database') === 'sqlite') return { db: openSqlite(undefined, () => undefined), dialect: 'sqlite' as const }
  const { url } = await createDatabase(inject('postgresUrl'))
  const ignore = () => undefined
  return { db: openPostgres(url, ignore, ignore), dialect: 'postgres' as const }
}

const { db, dialect } = await connect()
await openStore(db, dialect)

const rows = [
  "insert into organizations (id, name, plan, created_us) values ('org_1', 'O', 'free', 1)",
  "insert into projects (id, org_id, name, slug, created_us) values ('proj_1', 'org_1', 'P', 'p', 1)",
  "insert into environments (id, project_id, name, slug, color, protected, created_us) values ('env_1', 'proj_1', 'E', 'e', '#000000', false, 1)",
  "insert into flags (id, org_id, project_id, key, name, type, client_safe, search_text, created_us) values ('flag_1', 'org_1', 'proj_1', 'f', 'F', 'boolean', false, 'f', 1)",
  "insert into flag_versions (id, flag_id, environment_id, version, config, created_by, created_us) values ('fv_1', 'flag_1', 'env_1', 1, '{}', 'key_1', 1)",
  "insert into audit_log (id, org_id, project_id, actor_id, actor_type, action, resource_type, resource_id, meta, created_us) values ('al_1', 'org_1', 'proj_1', 'key_1', 'api_key', 'flag.created', 'flag', 'flag_1', '{}', 1)",
]
for (const row of rows) await sql.raw(row).execute(db)

const attempts = [
  'update audit_log set meta = \'{"forged":true}\'',
  "delete from audit_log where id = 'al_1'",
  'update flag_versions set config = \'{"forged":true}\'',
  "delete from flag_versions where id = 'fv_1'",
  ...(dialect === 'postgres' ? ['truncate audit_log', 'truncate flag_versions'] : []),
]

for (const attempt of attempts) {
  test(`the database itself refuses: ${attempt}`, async () => {
    await expect(sql.raw(attempt).execute(db)).rejects.toThrow('append-only')
    const { rows: entries } = await sql<{ meta: string }>`select meta from audit_log`.execute(db)
    const { rows: versions } = await sql<{ config: string }>`select config from flag_versions`.execute(db)
    expect([...entries, ...versions]).toEqual([{ meta: '{}' }, { config: '{}' }])
  })
}

const contradictions = [
  "insert into projects (id, org_id, name, slug, created_us) values ('proj_2', 'org_1', 'P', 'p', 2)",
  "insert into flags (id, org_id, project_id, key, name, type, client_safe, search_text, created_us) values ('flag_2', 'org_1', 'proj_1', 'f', 'F', 'boolean', false, 'f', 2)",
  "insert into flag_versions (id, flag_id, environment_id, version, config, created_by, created_us) values ('fv_2', 'flag_1', 'env_1', 1, '{}', 'key_1', 2)",
  "insert into flag_versions (id, flag_id, environment_id, version, config, created_by, created_us) values ('fv_2', 'flag_1', 'env_1', 0, '{}', 'key_1', 2)",
  "insert into audit_log (id, org_id, project_id, actor_id, actor_type, action, resource_type, resource_id, meta, created_us) values ('al_2', 'org_1', 'proj_1', 'key_1', 'api_key', 'flag.created', 'flag', 'flag_1', '{}', 1)",
  "insert into proposals (id, org_id, project_id, flag_id, environment_id, status, proposed_config, created_by, reviewed_by, reviewed_us, created_us) values ('prop_1', 'org_1', 'proj_1', 'flag_1', 'env_1', 'approved', '{}', 'key_1', 'key_1', 2, 2)",
  "insert into proposals (id, org_id, project_id, flag_id, environment_id, status, proposed_config, created_by, created_us) values ('prop_1', 'org_1', 'proj_1', 'flag_1', 'env_1', 'approved', '{}', 'key_1', 2)",
  "insert into flags (id, org_id, project_id, key, name, type, client_safe, search_text, created_us) values ('flag_3', 'org_1', 'proj_nobody', 'g', 'G', 'boolean', false, 'g', 3)",
]

for (const contradiction of contradictions) {
  test(`a constraint refuses: ${contradiction.slice(0, 40)}… ${contradiction.split('values ')[1]}`, async () => {
    await expect(sql.raw(contradiction).execute(db)).rejects.toThrow(/constraint/i)
  })
}
