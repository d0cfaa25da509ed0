import { sql } from 'kysely'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { openPostgres } from '../../src/store/connect/postgres.ts'
import { createDatabase } from '../../src/testing/services.ts'

test('a connection that breaks between two statements fails its transaction, and nothing else', async () => {
  const database = await createDatabase(inject('postgresUrl'))
  onTestFinished(database.drop)
  const ignore = () => undefined
  const db = openPostgres(database.url, ignore, ignore)
  onTestFinished(() => db.destroy())
  const transaction = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    const pid = rows[0]?.pid
    await sql`select pg_terminate_backend(${pid})`.execute(db)
    const gone = sql`select 1 from pg_stat_activity where pid = ${pid}`
    await vi.waitFor(async () => expect((await gone.execute(db)).rows).toEqual([]))
    await sql`select 1`.execute(tx)
  })
  await expect(transaction).rejects.toThrow(/terminat|not queryable|ECONNRESET/)
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})
