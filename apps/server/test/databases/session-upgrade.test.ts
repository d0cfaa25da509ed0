import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '../../src/store/core/migrate.ts'
import { openAtMigration } from '../../src/testing/databases/open-database.ts'

const before = `
  insert into organizations (id, name, plan, created_us) values ('org_1', 'Old', 'free', 1);
  insert into users (id, org_id, identity, name, role, created_us) values ('user_local', 'org_1', 'local', 'L', 'admin', 1);
  insert into users (id, org_id, identity, name, role, created_us) values ('user_ada', 'org_1', 'ada', 'A', 'viewer', 2);
  insert into sessions (id, user_id, hash, created_us, used_us) values ('sess_1', 'user_local', 'a', 1000, 1000);
  insert into sessions (id, user_id, hash, created_us, used_us) values ('sess_2', 'user_ada', 'b', 1000, 1000)`

test('sessions from before the upgrade end as those made after it: by a link after 12 hours, else after 7 days', async () => {
  const { db, dialect } = await openAtMigration('0007-audit-chain')
  for (const statement of before.split(';')) await sql.raw(statement).execute(db)
  await migrate(db, dialect)
  const sessions = await db.selectFrom('sessions').select(['user_id', 'ends_us']).orderBy('id').execute()
  const hoursOf = sessions.map(({ user_id, ends_us }) => [user_id, (Number(ends_us) - 1_000) / 3_600_000_000])
  expect(hoursOf).toEqual([
    ['user_local', 12],
    ['user_ada', 7 * 24],
  ])
  await db.destroy()
})
