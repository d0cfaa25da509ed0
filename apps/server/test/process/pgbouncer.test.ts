import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { daysAgo } from '../../src/testing/events.ts'
import { type ServiceHere, startHere } from '../../src/testing/servers/start-here.ts'
import { startPgBouncer } from '../../src/testing/services.ts'
import { config } from '../../src/testing/test-organization.ts'
import { advisoryLocks, startBehind } from './support/behind-pgbouncer.ts'
import { evaluate } from './support/organization.ts'
import { refusalHere } from './support/refusal.ts'

const times = <Result>(count: number, work: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

for (const poolMode of ['transaction', 'session'] as const) {
  test(`behind PgBouncer in ${poolMode} mode flags change, and usage is counted as often as it is asked for`, async () => {
    const { organization, flagKey, servers, start, operator, sendEvents, backfill, usage } = await startBehind(
      poolMode,
      startHere,
    )
    const [one, two] = servers
    expect((await organization.put(organization.at(flagKey), config({ defaultValue: true }))).status).toBe(201)
    for (const server of servers) {
      expect((await evaluate(server, organization.key, flagKey)).body.value).toBe(true)
    }

    expect((await sendEvents(3, 1, 1)).status).toBe(202)
    for (const _ of [1, 2]) expect((await backfill(one, 1)).body).toMatchObject({ upserted: 1 })
    const many = await times(12, (at) => backfill(at % 2 ? one : two, 1))
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]))
    // Other days may have been aggregated meanwhile, by the run after a start.
    for (const server of servers) expect(await usage(server)).toContainEqual([daysAgo(1), 2])
    expect((await operator.query(advisoryLocks(true))).rowCount).toBe(0)

    await one.stop()
    await two.stop()
    const [again] = await times(2, start)
    const caughtUp = [
      [daysAgo(3), 1],
      [daysAgo(1), 2],
    ]
    await vi.waitFor(async () => expect(await usage(again as ServiceHere)).toEqual(caughtUp))
  })
}

test('PgBouncer that does not know the password is told of in words', async () => {
  const bouncer = await startPgBouncer(inject('postgresUrl'), 'transaction')
  onTestFinished(bouncer.stop)
  const url = new URL(bouncer.url)
  url.password = 'wrong'
  expect(await refusalHere({ DATABASE_URL: url.href })).toMatch(
    /^PostgreSQL cannot be used \(.+\): is it up, and DATABASE_URL right\?$/,
  )
})
