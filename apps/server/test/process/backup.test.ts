import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import type { Settings } from '../../src/testing/servers/server-process.ts'
import { type ServiceHere, startHere } from '../../src/testing/servers/start-here.ts'
import { config } from '../../src/testing/test-organization.ts'
import { databases, makeDataDir } from './support/databases.ts'
import { openOrganization } from './support/organization.ts'
import { refusal } from './support/refusal.ts'
import { expectWhole, readRows } from './support/tables.ts'

const token = 'the-operator-of-the-tests-and-nobody-else'

const askForBackup = ({ managementUrl }: ServiceHere, signal?: AbortSignal): Promise<Response> =>
  fetch(`${managementUrl}/admin/v1/backup`, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal ? { signal } : {}),
  })

/** The received backup, as a database that no process has open. */
const databaseOf = async (response: Response) => {
  const file = join(await makeDataDir(), 'bunting.db')
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect(bytes.length).toBe(Number(response.headers.get('content-length')))
  writeFileSync(file, bytes)
  const database = new DatabaseSync(file)
  return {
    read: async (...queries: string[]) => queries.map((query) => database.prepare(query).all()),
    [Symbol.dispose]: () => database.close(),
  }
}

/** Larger than all buffers between a server and a client that does not read. */
const filler = `create table filler as with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
  select randomblob(1000) as bytes from n`

/** Created once, and copied for each test. */
const filled = await databases.SQLite()
const first = await startHere(filled.settings)
await first.stop()
await filled.write(filler)

const start = async () => {
  const database = await databases.SQLite()
  const settings: Settings = { ...database.settings, BUNTING_ADMIN_TOKEN: token }
  const dataDir = settings.BUNTING_DATA_DIR ?? ''
  cpSync(filled.settings.BUNTING_DATA_DIR ?? '', dataDir, { recursive: true })
  // The file that a process leaves if it is killed while it copies.
  writeFileSync(join(dataDir, 'bunting.db-copy'), 'half of it')
  const server = await startHere(settings)
  return {
    settings,
    server,
    key: first.firstKey ?? '',
    files: () => readdirSync(dataDir).filter((name) => !/^(bunting|events)\.db(-wal|-shm)?$/.test(name)),
    [Symbol.asyncDispose]: async () => {
      await server.stop()
      await database[Symbol.asyncDispose]()
    },
  }
}

test('backups that are made while everybody writes are whole, and have all that was answered before', async () => {
  await using bunting = await start()
  const organization = await openOrganization(bunting.key, bunting.server)
  const answered: string[] = []
  /** Writes until there is an answer; then it stops, so that what is compared afterwards does not grow. */
  const whileWriting = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
    let over = false
    const write = async (): Promise<void> => {
      while (!over) {
        const flag = await organization.createFlag()
        await organization.put(organization.at(flag.key), config({ defaultValue: true }))
        answered.push(flag.key)
      }
    }
    const writers = Array.from({ length: 4 }, write)
    const result = await ask()
    over = true
    await Promise.all(writers)
    return result
  }
  for (let round = 1; round <= 3; round++) {
    const { before, response } = await whileWriting(async () => {
      await vi.waitFor(() => expect(answered.length).toBeGreaterThan(round * 20))
      return { before: [...answered], response: await askForBackup(bunting.server) }
    })
    expect(response.status).toBe(200)
    using copy = await databaseOf(response)
    expect(await copy.read('pragma integrity_check', 'pragma foreign_key_check')).toEqual([
      [{ integrity_check: 'ok' }],
      [],
    ])
    const rows = await readRows(copy)
    expectWhole(rows)
    const configured = new Set(rows.versions.map(({ flag_id }) => flag_id))
    const saved = new Set(rows.flags.flatMap(({ id, key }) => (configured.has(id) ? [key] : [])))
    expect(before.filter((key) => !saved.has(key))).toEqual([])
  }
  expect(bunting.files()).toEqual([])
})

test('one backup at a time: the next is told so, and comes in when the reader of the first hangs up', async () => {
  await using bunting = await start()
  expect(bunting.files(), 'what was left by a process that was killed is gone').toEqual([])
  const reader = new AbortController()
  const first = await askForBackup(bunting.server, reader.signal)
  expect(first.status).toBe(200)
  const second = await askForBackup(bunting.server)
  expect(second.status).toBe(503)
  expect(await second.json()).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE', message: /one at a time/ } })
  expect(bunting.files()).toEqual([])
  reader.abort()
  await vi.waitFor(async () => {
    const third = await askForBackup(bunting.server)
    expect(third.status).toBe(200)
    using copy = await databaseOf(third)
    expect(await copy.read('select count(*) as n from filler')).toEqual([[{ n: 20_000 }]])
  })
  expect(bunting.files()).toEqual([])
  // The client hangs up while the copy is made, before any answer.
  const impatient = new AbortController()
  const never = askForBackup(bunting.server, impatient.signal)
  impatient.abort()
  await expect(never).rejects.toThrow()
  await vi.waitFor(async () => {
    const last = await askForBackup(bunting.server)
    await last.body?.cancel()
    expect(last.status).toBe(200)
  })
  await vi.waitFor(() => expect(bunting.files()).toEqual([]))
})

test('after a backup the data directory is still of one process alone, and changes still reach its file', async () => {
  await using bunting = await start()
  const { settings, server } = bunting
  await (await askForBackup(server)).arrayBuffer()
  expect(await refusal({ ...settings })).toContain('Another Bunting process uses the data directory')
  const organization = await openOrganization(bunting.key, server)
  const flag = await organization.createFlag()
  await server.stop()
  const file = join(settings.BUNTING_DATA_DIR ?? '', 'bunting.db')
  expect(existsSync(`${file}-wal`)).toBe(false)
  const database = new DatabaseSync(file)
  expect(database.prepare('select 1 from flags where key = ?').all(flag.key)).toHaveLength(1)
  database.close()
})
