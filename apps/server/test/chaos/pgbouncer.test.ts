import { expect, test, vi } from 'vitest'
import { daysAgo } from '../../src/testing/events.ts'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { advisoryLocks, startBehind } from '../process/support/behind-pgbouncer.ts'

for (const poolMode of ['transaction', 'session'] as const) {
  test(`behind PgBouncer in ${poolMode} mode an instance that dies while it counts a day leaves the day to others`, async () => {
    const { servers, operator, sendEvents, backfill, usage } = await startBehind(poolMode, startServer)
    const [one, two] = servers
    await sendEvents(1)
    await operator.query('begin')
    await operator.query('lock table usage_days in exclusive mode')
    const cutOff = expect(backfill(one, 1)).rejects.toThrow()
    await vi.waitFor(async () => expect((await operator.query(advisoryLocks(true))).rowCount).toBe(1))
    const other = backfill(two, 1)
    await vi.waitFor(async () => expect((await operator.query(advisoryLocks(false))).rowCount).toBe(1))

    await one.kill9()
    await cutOff
    await operator.query('commit')
    expect((await other).body).toMatchObject({ upserted: 1 })
    expect(await usage(two)).toEqual([[daysAgo(1), 1]])
  })
}
