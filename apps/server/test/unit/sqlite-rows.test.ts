import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '../../src/store/connect/sqlite.ts'

test('rows have the columns that their table has by now, whatever was asked before', async () => {
  const db = openSqlite(undefined, () => undefined)
  onTestFinished(() => db.destroy())
  const all = async () => (await sql`select * from boats`.execute(db)).rows
  await sql`create table boats (name text)`.execute(db)
  await sql`insert into boats values ('Ada')`.execute(db)
  expect(await all()).toEqual([{ name: 'Ada' }])
  await sql`alter table boats add column masts integer default 2`.execute(db)
  await sql`alter table boats rename column name to title`.execute(db)
  expect(await all()).toEqual([{ title: 'Ada', masts: 2 }])
})
