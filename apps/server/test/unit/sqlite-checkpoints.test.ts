import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { giveTurn } from '../../src/base/give-turn.ts'
import { openSqlite } from '../../src/store/connect/sqlite.ts'
import type { Schema } from '../../src/store/core/schema.ts'

const mebibyte = 1024 * 1024

let dataDir: string
let db: Kysely<Schema>

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'bunting-checkpoints-'))
  db = openSqlite(dataDir, () => undefined)
  await sql`create table notes (bytes blob)`.execute(db)
})
afterEach(async () => {
  await db.destroy()
  rmSync(dataDir, { recursive: true })
})

const sizeOf = (name: string) => statSync(join(dataDir, name)).size
const write = (mebibytes: number) => sql`insert into notes values (zeroblob(${mebibytes * mebibyte}))`.execute(db)

test('a commit does not wait until it is in the file: that has the next turn', async () => {
  await db
    .transaction()
    .execute((transaction) => sql`insert into notes values (zeroblob(${8 * mebibyte}))`.execute(transaction))
  expect(sizeOf('bunting.db')).toBeLessThan(mebibyte)
  await giveTurn()
  expect(sizeOf('bunting.db')).toBeGreaterThan(8 * mebibyte)
})

test('however much is written, with a transaction or without, the log stays short', async () => {
  for (let at = 0; at < 40; at++) {
    await write(1)
    await giveTurn()
  }
  expect(sizeOf('bunting.db-wal')).toBeLessThan(8 * mebibyte)
})

test('where no turn comes it stays bounded too', async () => {
  for (let at = 0; at < 100; at++) await write(1)
  expect(sizeOf('bunting.db-wal')).toBeLessThan(80 * mebibyte)
})
