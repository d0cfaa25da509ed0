import { CompiledQuery, type Kysely, sql } from 'kysely'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { openPostgres } from '../../src/store/connect/postgres.ts'
import type { PostgresBounds } from '../../src/store/connect/postgres-bounds.ts'
import { copyOf } from '../../src/store/connect/postgres-copy.ts'
import type { Schema } from '../../src/store/core/schema.ts'
import { createDatabase } from '../../src/testing/services.ts'

const ignore = () => undefined

const open = async (bounds?: PostgresBounds) => {
  const database = await createDatabase(inject('postgresUrl'))
  onTestFinished(database.drop)
  const db = openPostgres(database.url, ignore, ignore, bounds)
  onTestFinished(() => db.destroy())
  return db
}

const pidOf = async (db: Kysely<Schema>): Promise<number | undefined> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid

const copy = (db: Kysely<Schema>, select: string) => db.executeQuery(copyOf(CompiledQuery.raw(select)))

test('a connection that breaks between two statements fails its transaction, and nothing else', async () => {
  const db = await open()
  const transaction = db.transaction().execute(async (tx) => {
    const pid = await pidOf(tx)
    await sql`select pg_terminate_backend(${pid})`.execute(db)
    const gone = sql`select 1 from pg_stat_activity where pid = ${pid}`
    await vi.waitFor(async () => expect((await gone.execute(db)).rows).toEqual([]))
    await sql`select 1`.execute(tx)
  })
  await expect(transaction).rejects.toThrow(/terminat|not queryable|ECONNRESET/)
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})

test('a binary copy has each column as its bytes, and no others', async () => {
  const db = await open()
  const { rows } = await copy(
    db,
    `select '\\x00ff5c0a'::bytea, null, 'é', ''::bytea union all select '\\x'::bytea, 'a', '', null`,
  )
  const columns = rows.map((row) => row.columns.map((column) => column?.toString('latin1')))
  expect(columns).toEqual([
    ['\x00\xff\\\n', undefined, '\xc3\xa9', ''],
    ['', 'a', '', undefined],
  ])
  expect((await copy(db, 'select 1 where false')).rows).toEqual([])
})

test('a copy that the database refuses fails by itself, and its connection goes on', async () => {
  const db = await open()
  const pid = await pidOf(db)
  await expect(copy(db, 'select 1 / 0')).rejects.toThrow('division by zero')
  // Also if it fails after the first rows.
  await expect(copy(db, 'select 1 / (500 - each) from generate_series(1, 1000) as each')).rejects.toThrow('division')
  expect(await pidOf(db)).toBe(pid)
})

test('a copy whose connection breaks fails, and the next statement has another one', async () => {
  const db = await open()
  const pid = await pidOf(db)
  const copied = expect(copy(db, 'select pg_sleep(3600)')).rejects.toThrow(/terminat|ECONNRESET/)
  const asleep = sql`select 1 from pg_stat_activity where pid = ${pid} and wait_event = 'PgSleep'`
  await vi.waitFor(async () => expect((await asleep.execute(db)).rows).toHaveLength(1))
  await sql`select pg_terminate_backend(${pid})`.execute(db)
  await copied
  await vi.waitFor(async () => expect(await pidOf(db)).not.toBe(pid))
})

test('a copy that takes too long is given up', async () => {
  const db = await open({ connectMs: 0, statementMs: 500 })
  await expect(copy(db, 'select pg_sleep(3600)')).rejects.toThrow('no answer')
})
