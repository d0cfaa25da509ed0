import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bounds } from '../../src/store/migrations/0009-bounds.ts'
import { openStore } from '../../src/store/store.ts'
import { openEmptyDatabase } from '../../src/testing/databases/open-database.ts'

const { db, dialect } = await openEmptyDatabase()
const store = await openStore(db, dialect)

/** The database before the migration, when unknown flags had rows of their own. */
const rows = [
  'drop table telemetry_bytes',
  'drop index api_keys_in_use',
  "insert into organizations (id, name, plan, created_us) values ('org_1', 'O', 'free', 1)",
  "insert into projects (id, org_id, name, slug, created_us) values ('proj_1', 'org_1', 'P', 'p', 1)",
  "insert into environments (id, project_id, name, slug, color, protected, created_us) values ('env_1', 'proj_1', 'E', 'e', '#000000', false, 1)",
  "insert into flags (id, org_id, project_id, key, name, type, client_safe, archived_us, search_text, created_us) values ('flag_1', 'org_1', 'proj_1', 'known', 'F', 'boolean', false, 1, 'f', 1)",
]

test('days of flags that were invented before become one row, those of flags stay', async () => {
  for (const row of rows) await sql.raw(row).execute(db)
  const day = (flag_key: string, date: string, total: number) => ({
    ...{ environment_id: 'env_1' as const, flag_key, day: date, total, rule_matches: 1, defaults: 2, errors: 3 },
    ...{ value_distribution: `{"true":${total}}`, distinct_values: 1, only_value: 'true' },
  })
  const known = [day('known', '2026-01-01', 7), day('known', '2026-01-02', 8)]
  const invented = Array.from({ length: 50 }, (_, index) => day(`invented-${index}`, '2026-01-01', index))
  await store.usage.put([...known, ...invented, day('invented-0', '2026-01-02', 5)])
  await bounds(db as never)
  const { rows: days } =
    await sql`select flag_key, day, total, value_distribution from usage_days order by 1, 2`.execute(db)
  expect(days.map((row) => ({ ...(row as object) }))).toEqual([
    { flag_key: '*', day: '2026-01-01', total: 1_225, value_distribution: '{"null":1225}' },
    { flag_key: '*', day: '2026-01-02', total: 5, value_distribution: '{"null":5}' },
    { flag_key: 'known', day: '2026-01-01', total: 7, value_distribution: '{"true":7}' },
    { flag_key: 'known', day: '2026-01-02', total: 8, value_distribution: '{"true":8}' },
  ])
  await store.close()
})
