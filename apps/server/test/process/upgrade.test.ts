import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { openPostgres } from '../../src/store/connect/postgres.ts'
import { openSqlite } from '../../src/store/connect/sqlite.ts'
import { migrate } from '../../src/store/migrate.ts'
import { migrations } from '../../src/store/migrations/index.ts'
import { launchServer, programAt, type Settings, startServer } from '../../src/testing/server-process.ts'
import { startHere } from '../../src/testing/start-here.ts'
import { askAll } from '../fixtures/ask.ts'
import { openDoors } from '../fixtures/doors.ts'
import { layOut, type Recorded, readRecorded, settingsFor, versions } from '../fixtures/fixture.ts'
import { nextMigration } from '../fixtures/next-migration.ts'
import { databases, type ProcessDatabase } from './support/databases.ts'
import { refusal } from './support/refusal.ts'

const kinds = { SQLite: 'sqlite', PostgreSQL: 'postgres' } as const
const ignore = () => undefined
const newest = versions.at(-1) ?? ''

/** A copy of what a version left, and what it answered. */
const openFixture = async (version: string, name: keyof typeof kinds) => {
  const database: ProcessDatabase = await databases[name]()
  await layOut[kinds[name]](version, database.settings)
  const recorded = readRecorded(version, kinds[name])
  const settings: Settings = { ...database.settings, ...settingsFor(recorded) }
  return {
    database,
    recorded,
    settings,
    migrate: async (): Promise<void> => {
      const { BUNTING_DATA_DIR: dataDir, DATABASE_URL: url } = database.settings
      const db = url === undefined ? openSqlite(dataDir, ignore) : openPostgres(url, ignore, ignore)
      await migrate(db, kinds[name])
      await db.destroy()
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

type ServiceAddress = AsyncDisposable & Parameters<typeof openDoors>[0] & { stop(): Promise<unknown> }

/** The night's run goes on when a start is over: figures are there soon, everything else at once. */
const expectSameAnswers = async (
  settings: Settings,
  recorded: Recorded,
  start: (settings: Settings) => Promise<ServiceAddress> = startServer,
): Promise<void> => {
  await using server = await start(settings)
  await vi.waitFor(async () => expect(await askAll(openDoors(server), recorded)).toMatchObject(recorded.answers))
  await server.stop()
}

/** A release with one migration more, in this process and at the time that it really is. */
const withNext = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
  migrations[name] = nextMigration
  try {
    return await work()
  } finally {
    delete migrations[name]
  }
}

/** The same in a process of its own, at the fixture's time: the checkout, into which a migration can still be put. */
const nextRelease = {
  program: programAt(
    fileURLToPath(new URL('../../../bunting/src/checkout.ts', import.meta.url)),
    `--import=${new URL('../fixtures/next-release.mjs', import.meta.url).href}`,
  ),
}

const done = 'select name from bunting_migrations order by name'
const added = [
  'select count(*) as n from flags',
  'select count(*) as n from next_table',
  `select count(*) as n from flags where next_column = 'new'`,
]

for (const name of ['SQLite', 'PostgreSQL'] as const) {
  for (const version of versions) {
    test(`on a ${name} database of ${version} everything is answered as that version did`, async () => {
      await using fixture = await openFixture(version, name)
      await expectSameAnswers(fixture.settings, fixture.recorded)
    })
  }

  test(`the newest ${name} fixture has a row in every table of this version`, async () => {
    await using fixture = await openFixture(newest, name)
    await fixture.migrate()
    const [tables = []] = await fixture.database.read(
      name === 'SQLite'
        ? `select name from sqlite_schema where type = 'table'`
        : `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    )
    const rows = await fixture.database.read(...tables.map((table) => `select 1 from "${table.name}" limit 1`))
    const empty = tables.filter((_, at) => rows[at]?.length === 0).map((table) => table.name)
    expect(tables.length).toBeGreaterThan(20)
    expect(empty, 'let test/fixtures/fill-….ts fill it, and make the fixture (CONTRIBUTING.md)').toEqual([])
  })

  test(`a migration of a ${name} database that is killed half-way did nothing, the next start does it whole, and an earlier release refuses it`, async () => {
    await using fixture = await openFixture(newest, name)
    const { database, recorded, settings } = fixture
    const nextSettings = { ...settings, NEXT_MIGRATION: '9998-next' }
    const killed = launchServer({ ...nextSettings, NEXT_MIGRATION_HANGS: 'yes' }, nextRelease)
    await vi.waitFor(() => expect(killed.stderr()).toContain('half-way'))
    await killed.kill9()
    const [before = []] = await database.read(done)
    expect(before.map((row) => row.name)).not.toContain('9998-next')
    await expectSameAnswers(nextSettings, recorded, (next) => startServer(next, nextRelease))
    const [after, ...counts] = await database.read(done, ...added)
    expect(after?.map((row) => row.name)).toEqual([...Object.keys(migrations), '9998-next'])
    const [flags, inTable, inColumn] = counts.map((rows) => Number(rows[0]?.n))
    expect([inTable, inColumn]).toEqual([1, flags])
    expect(await refusal(settings)).toMatch(/newer release of Bunting \(it has 9998-next\).*restore a backup/)
  })
}

test('while newer instances start at once and add to the database, one migrates, and earlier ones go on and may start', async () => {
  await using fixture = await openFixture(newest, 'PostgreSQL')
  const { settings, recorded } = fixture
  await using old = await startServer(settings)
  const servers = await withNext('9997-next-additive', () => Promise.all([startHere(settings), startHere(settings)]))
  await using restarted = await startServer(settings)
  const { first: key = '' } = recorded.organizations
  for (const [at, server] of [old, ...servers, restarted].entries()) {
    const organization = await openDoors(server).organizationOf(key)
    await organization.createFlag({ key: `made-${at}` })
  }
  const [, ...counts] = await fixture.database.read(done, ...added)
  const [flags, inTable, inColumn] = counts.map((rows) => Number(rows[0]?.n))
  expect([inTable, inColumn]).toEqual([1, flags])
  await Promise.all(servers.map((server) => server.stop()))
})
