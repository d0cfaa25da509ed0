import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { migrations } from '../../src/store/migrations/index.ts'
import { launchServer, programAt, startServer } from '../../src/testing/servers/server-process.ts'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { openDoors } from '../fixtures/doors.ts'
import { nextMigration } from '../fixtures/next-migration.ts'
import { refusal } from '../process/support/refusal.ts'
import { expectSameAnswers, newest, openFixture } from '../process/support/upgraded.ts'

/** Runs work as a release with one more migration, in this process and at the real time. */
const withNext = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
  migrations[name] = nextMigration
  try {
    return await work()
  } finally {
    delete migrations[name]
  }
}

/** The same in a separate process, at the fixture's time. It runs the checkout, into which a migration can be injected. */
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
