import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSqlite } from '../../src/store/connect/sqlite.ts'
import type { Schema } from '../../src/store/core/schema.ts'
import { makeFolder } from '../../src/testing/services/make-folder.ts'

let dataDir: string
let db: Kysely<Schema>

beforeEach(async () => {
  dataDir = await makeFolder('readers')
  db = openSqlite(dataDir, () => undefined)
  await sql`create table boats (name text)`.execute(db)
})
afterEach(async () => {
  await db.destroy()
  rmSync(dataDir, { recursive: true })
})

const insert = (on: Kysely<Schema>, name: string) => sql`insert into boats values (${name})`.execute(on)
const names = async (on: Kysely<Schema>) =>
  (await sql<{ name: string }>`select name from boats order by name`.execute(on)).rows.map(({ name }) => name)

test('who reads waits for no transaction, and sees nothing of it before it is committed', async () => {
  await db.transaction().execute(async (transaction) => {
    await insert(transaction, 'Ada')
    expect(await names(transaction)).toEqual(['Ada'])
    expect(await names(db)).toEqual([])
    await insert(transaction, 'Ben')
    expect(await names(db)).toEqual([])
  })
  expect(await names(db)).toEqual(['Ada', 'Ben'])
})

test('nothing is seen of a transaction that was rolled back, and the next begins anew', async () => {
  const failing = db.transaction().execute(async (transaction) => {
    await insert(transaction, 'Ada')
    throw new Error('not today')
  })
  await expect(failing).rejects.toThrow('not today')
  await db.transaction().execute((transaction) => insert(transaction, 'Ben'))
  expect(await names(db)).toEqual(['Ben'])
})

test('who writes waits until the transaction is over', async () => {
  let written: Promise<unknown> | undefined
  let isWritten = false
  await db.transaction().execute(async (transaction) => {
    await insert(transaction, 'Ada')
    written = insert(db, 'Ben').then(() => {
      isWritten = true
    })
    const second = db.transaction().execute((other) => insert(other, 'Cem'))
    written = Promise.all([written, second])
    await names(db)
    await new Promise(setImmediate)
    expect(isWritten).toBe(false)
    expect(await names(transaction)).toEqual(['Ada'])
  })
  await written
  expect(await names(db)).toEqual(['Ada', 'Ben', 'Cem'])
})

test('rows have the columns that their table has by now, also where somebody read while it changed', async () => {
  const all = async () => (await sql`select * from boats`.execute(db)).rows
  await insert(db, 'Ada')
  expect(await all()).toEqual([{ name: 'Ada' }])
  await db.transaction().execute(async (transaction) => {
    await sql`alter table boats add column masts integer default 2`.execute(transaction)
    expect(await all()).toEqual([{ name: 'Ada' }])
  })
  expect(await all()).toEqual([{ name: 'Ada', masts: 2 }])
  await sql`alter table boats rename column name to title`.execute(db)
  expect(await all()).toEqual([{ title: 'Ada', masts: 2 }])
})

test('no other process reads or writes the file meanwhile, and nothing is left beside it', async () => {
  await insert(db, 'Ada')
  await names(db)
  const program = `
    const { DatabaseSync } = require('node:sqlite')
    new DatabaseSync(process.argv[1]).prepare('select name from boats').all()`
  const { stderr } = spawnSync(process.execPath, ['-e', program, join(dataDir, 'bunting.db')], { encoding: 'utf8' })
  expect(stderr).toContain('database is locked')
  expect(readdirSync(dataDir).toSorted()).toEqual(['bunting.db', 'bunting.db-wal'])
  await db.destroy()
  expect(readdirSync(dataDir)).toEqual(['bunting.db'])
})
