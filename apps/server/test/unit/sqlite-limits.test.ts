import { expect, test } from 'vitest'
import { openSqlite } from '../../src/store/connect/sqlite.ts'
import { migrate } from '../../src/store/core/migrate.ts'
import { atEnd } from '../../src/testing/at-end.ts'

const asked: string[] = []
const db = openSqlite(undefined, ({ query }) => void asked.push(query.sql))
atEnd(() => db.destroy())
await migrate(db, 'sqlite')
await db
  .insertInto('milestones')
  .values([{ name: 'a' }, { name: 'b' }, { name: 'c' }])
  .execute()

test('a limit of one is a part of the statement, which SQLite then plans once; other limits are not', async () => {
  const names = (limit: number) =>
    db
      .selectFrom('milestones')
      .select('name')
      .where('name', 'in', ['a', 'b', 'c'])
      .orderBy('name')
      .limit(limit)
      .execute()
  expect(await names(1)).toEqual([{ name: 'a' }])
  expect(asked.at(-1)).toMatch(/ limit 1$/)
  expect(await names(2)).toEqual([{ name: 'a' }, { name: 'b' }])
  expect(asked.at(-1)).toMatch(/ limit \?$/)
})
