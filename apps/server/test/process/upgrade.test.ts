import { expect, test } from 'vitest'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { versions } from '../fixtures/fixture.ts'
import { shiftClock } from '../fixtures/shift-clock.ts'
import { expectSameAnswers, newest, openFixture } from './support/upgraded.ts'

for (const name of ['SQLite', 'PostgreSQL'] as const) {
  for (const version of versions) {
    test(`on a ${name} database of ${version} everything is answered as that version did`, async () => {
      await using fixture = await openFixture(version, name)
      using _ = shiftClock(fixture.recorded.madeAtMs)
      await expectSameAnswers(fixture.settings, fixture.recorded, startHere)
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
}
