import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { nowAndThen } from '../../src/telemetry/event-log/postgres-read.ts'
import { rowsBetweenRests } from '../../src/telemetry/event-log/rest.ts'
import { createDatabase } from '../../src/testing/services.ts'

// A day is summed up by one statement whose condition includes the pauses. If PostgreSQL evaluated that condition once
// for all rows, it would never pause; if it evaluated both branches, it would pause at every row.

const rests = 50
const rows = rests * rowsBetweenRests

test('a statement of PostgreSQL rests now and then, and loses no row by it', async () => {
  const database = await createDatabase(inject('postgresUrl'))
  const client = new pg.Client(database.url)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await database.drop()
  })
  await client.query('create table events (day date, series int, count int) partition by list (day)')
  await client.query(`create table events_of_day partition of events for values in ('2026-01-01')`)
  await client.query(`insert into events select '2026-01-01', n % 10, 1 from generate_series(1, ${rows}) n`)
  await client.query('create sequence rests')

  const { rows: groups } = await client.query(
    `select series, sum(count) from events where day = '2026-01-01' and ${nowAndThen("nextval('rests')")} group by series`,
  )
  expect(groups).toHaveLength(10)
  for (const { sum } of groups) expect(Number(sum)).toBe(rows / 10)
  const { rows: taken } = await client.query('select last_value from rests')
  // 50 are expected: the random number is outside of these bounds once in billions of runs.
  expect(Number(taken[0]?.last_value)).toBeGreaterThan(10)
  expect(Number(taken[0]?.last_value)).toBeLessThan(150)
})
