import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { daysAgo, event, noon } from '../../src/testing/events.ts'
import { launchServer, type ServerProcess, startServer } from '../../src/testing/server-process.ts'
import { createDatabase, type PoolMode, startPgBouncer } from '../../src/testing/services.ts'
import { type ServiceHere, startHere } from '../../src/testing/start-here.ts'
import { config } from '../../src/testing/test-organization.ts'
import { evaluate, openOrganization, sendJson } from './support/organization.ts'

const times = <Result>(count: number, work: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

type Server = Pick<ServiceHere, 'managementUrl' | 'deliveryUrl'>

/** Two instances that start at once on an empty database behind PgBouncer, one to be killed, and whoever runs the database. */
const startBehind = async (poolMode: PoolMode) => {
  const database = await createDatabase(inject('postgresUrl'))
  onTestFinished(database.drop)
  const bouncer = await startPgBouncer(database.url, poolMode)
  onTestFinished(bouncer.stop)
  const operator = new pg.Client(database.url)
  await operator.connect()
  onTestFinished(() => operator.end())
  const start = async (): Promise<ServiceHere> => {
    const server = await startHere({ DATABASE_URL: bouncer.url })
    onTestFinished(() => server.stop())
    return server
  }
  const startProcess = async (): Promise<ServerProcess> => {
    const server = await startServer({ DATABASE_URL: bouncer.url })
    onTestFinished(async () => void (await server.kill9()))
    return server
  }
  const servers = await Promise.all([startProcess(), start()])
  const firstKeys = servers.flatMap(({ firstKey }) => firstKey ?? [])
  expect(firstKeys).toHaveLength(1)
  const organization = await openOrganization(firstKeys[0] ?? '', ...servers)
  const environmentId = organization.environmentId('development')
  const { key: flagKey } = await organization.createFlag()
  return {
    start,
    operator,
    servers,
    organization,
    flagKey,
    sendEvents: (...agos: number[]) =>
      organization.post('/v1/telemetry/events', {
        events: agos.map((ago) => event(organization, { flagKey, evaluatedAt: noon(ago) })),
      }),
    backfill: ({ managementUrl }: Server, ago: number) =>
      sendJson(managementUrl, 'POST', '/v1/telemetry/backfill', {
        key: organization.key,
        body: { date: daysAgo(ago), environmentId },
      }),
    usage: async ({ managementUrl }: Server) => {
      const path = `${organization.base}/flags/${flagKey}/usage?environmentId=${environmentId}`
      const { body } = await sendJson(managementUrl, 'GET', path, { key: organization.key })
      return body.rows.map((row: { date: string; totalEvaluations: number }) => [row.date, row.totalEvaluations])
    },
  }
}

const advisoryLocks = (granted: boolean) =>
  `select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
  where datname = current_database() and locktype = 'advisory' and granted = ${granted}`

for (const poolMode of ['transaction', 'session'] as const) {
  test(`behind PgBouncer in ${poolMode} mode flags change, and usage is counted as often as it is asked for`, async () => {
    const { organization, flagKey, servers, start, operator, sendEvents, backfill, usage } = await startBehind(poolMode)
    const [one, two] = servers
    expect((await organization.put(organization.at(flagKey), config({ defaultValue: true }))).status).toBe(201)
    for (const server of servers) {
      expect((await evaluate(server, organization.key, flagKey)).body.value).toBe(true)
    }

    expect((await sendEvents(3, 1, 1)).status).toBe(202)
    for (const _ of [1, 2]) expect((await backfill(one, 1)).body).toMatchObject({ upserted: 1 })
    const many = await times(12, (at) => backfill(at % 2 ? one : two, 1))
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]))
    for (const server of servers) expect(await usage(server)).toEqual([[daysAgo(1), 2]])
    expect((await operator.query(advisoryLocks(true))).rowCount).toBe(0)

    await one.kill9()
    await two.stop()
    const [again] = await times(2, start)
    const caughtUp = [
      [daysAgo(3), 1],
      [daysAgo(1), 2],
    ]
    await vi.waitFor(async () => expect(await usage(again as Server)).toEqual(caughtUp), { timeout: 20_000 })
  })

  test(`behind PgBouncer in ${poolMode} mode an instance that dies while it counts a day leaves the day to others`, async () => {
    const { servers, operator, sendEvents, backfill, usage } = await startBehind(poolMode)
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

test('PgBouncer that does not know the password is told of in words', async () => {
  const bouncer = await startPgBouncer(inject('postgresUrl'), 'transaction')
  onTestFinished(bouncer.stop)
  const url = new URL(bouncer.url)
  url.password = 'wrong'
  const refused = launchServer({ DATABASE_URL: url.href })
  expect((await refused.exited).code).toBe(1)
  expect(refused.stderr()).toMatch(/^PostgreSQL cannot be used \(.+\): is it up, and DATABASE_URL right\?\n$/)
})
