import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSqlite } from '../../src/store/connect/sqlite.ts'
import type { Schema } from '../../src/store/core/schema.ts'
import { sharedCommits } from '../../src/store/core/shared-commits.ts'

let db: Kysely<Schema>
let asked: string[]
let change: ReturnType<typeof sharedCommits>

beforeEach(async () => {
  asked = []
  db = openSqlite(undefined, ({ query }) => void asked.push(query.sql))
  await sql`create table notes (text text)`.execute(db)
  change = sharedCommits(db)
})
afterEach(() => db.destroy())

const write = (text: string) => change((transaction) => sql`insert into notes values (${text})`.execute(transaction))
const fail = (text: string, by = sql`select 1`) =>
  change(async (transaction) => {
    await sql`insert into notes values (${text})`.execute(transaction)
    await by.execute(transaction)
    throw new Error(`${text} failed`)
  })
const notes = async () => (await sql<{ text: string }>`select text from notes`.execute(db)).rows.map(({ text }) => text)

test('what comes at once is committed once', async () => {
  await Promise.all(['a', 'b', 'c'].map(write))
  expect(await notes()).toEqual(['a', 'b', 'c'])
  expect(asked.filter((text) => text === 'commit')).toHaveLength(1)
})

test('what fails leaves nothing, and takes nothing of the others with it', async () => {
  const outcomes = await Promise.allSettled([write('a'), fail('b'), write('c')])
  expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { reason: new Error('b failed') }, { status: 'fulfilled' }])
  expect(await notes()).toEqual(['a', 'c'])
})

test('what fails alone leaves nothing', async () => {
  await expect(fail('a')).rejects.toThrow('a failed')
  expect(await notes()).toEqual([])
})

test('where SQLite gives up the whole transaction, all that share it fail', async () => {
  const outcomes = await Promise.allSettled([write('a'), fail('b', sql`rollback`), write('c')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await notes()).toEqual([])
  await write('d')
  expect(await notes()).toEqual(['d'])
})

test('each gets its own result', async () => {
  const results = await Promise.all([1, 2, 3].map((number) => change(async () => number)))
  expect(results).toEqual([1, 2, 3])
})
