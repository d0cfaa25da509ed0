import pg from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import { daysAgo, event, noon } from '../../../src/testing/events.ts'
import type { Settings } from '../../../src/testing/servers/server-process.ts'
import { type ServiceHere, startHere } from '../../../src/testing/servers/start-here.ts'
import { createDatabase, type PoolMode, startPgBouncer } from '../../../src/testing/services.ts'
import { openOrganization, sendJson } from './organization.ts'

type Server = Pick<ServiceHere, 'managementUrl' | 'deliveryUrl'>

/** `startHere`, or `startServer` for an instance that will be killed. */
type Start<Instance> = (settings: Settings) => Promise<Instance>

/** Two instances that start together on an empty database behind PgBouncer, and a direct connection to the database. */
export const startBehind = async <First extends AsyncDisposable & Server & { firstKey: string | undefined }>(
  poolMode: PoolMode,
  startFirst: Start<First>,
) => {
  const database = await createDatabase(inject('postgresUrl'))
  onTestFinished(database.drop)
  const bouncer = await startPgBouncer(database.url, poolMode)
  onTestFinished(bouncer.stop)
  const operator = new pg.Client(database.url)
  await operator.connect()
  onTestFinished(() => operator.end())
  const startBy = async <Instance extends AsyncDisposable>(start: Start<Instance>): Promise<Instance> => {
    const server = await start({ DATABASE_URL: bouncer.url })
    onTestFinished(async () => server[Symbol.asyncDispose]())
    return server
  }
  const start = (): Promise<ServiceHere> => startBy(startHere)
  const servers = await Promise.all([startBy(startFirst), start()])
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

export const advisoryLocks = (granted: boolean) =>
  `select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
  where datname = current_database() and locktype = 'advisory' and granted = ${granted}`
