import pg from 'pg'
import { expect, inject, test, vi } from 'vitest'
import type { Rests } from '../../src/compose/compose.ts'
import { type AtEnd, ends, readProjectStream } from '../../src/testing/clients/project-stream.ts'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { type ServiceHere, startHere } from '../../src/testing/servers/start-here.ts'
import { createDatabase, startPgBouncer } from '../../src/testing/services.ts'
import { openOrganization, sendJson } from './support/organization.ts'

const open = async (atEnd: AtEnd) => {
  const database = await createDatabase(inject('postgresUrl'))
  atEnd(database.drop)
  const operator = new pg.Client(database.url)
  await operator.connect()
  atEnd(() => operator.end())
  const start = async (url: string, rests?: Rests): Promise<ServiceHere> => {
    const server = await startHere({ DATABASE_URL: url }, rests)
    atEnd(() => server.stop())
    return server
  }
  const follow = async ({ managementUrl }: Url, path: string, key: string) => {
    const headers = { authorization: `Bearer ${key}` }
    return readProjectStream(await fetch(`${managementUrl}${path}/stream`, { headers }), atEnd)
  }
  return { database, operator, start, follow }
}

type Url = { managementUrl: string }

let flags = 0
const createFlag = async ({ managementUrl }: Url, path: string, key: string): Promise<string> => {
  const body = { key: `live-${++flags}`, name: 'Live', type: 'boolean' }
  expect((await sendJson(managementUrl, 'POST', `${path}/flags`, { key, body })).status).toBe(201)
  return body.key
}

const listeners =
  "select pid from pg_stat_activity where datname = current_database() and application_name = 'bunting signals'"

test.concurrent('what one instance changes those who follow at another are told, also after its connection broke', async ({
  onTestFinished,
}) => {
  const { database, operator, start, follow } = await open(onTestFinished)
  const one = await startServer({ DATABASE_URL: database.url })
  onTestFinished(async () => void (await one.kill9()))
  const two = await start(database.url)
  const { key, base } = await openOrganization(one.firstKey ?? '', one)
  const { next } = await follow(two, base, key)
  const first = await createFlag(one, base, key)
  expect((await next())?.data).toMatchObject({ flagKey: first })

  await vi.waitFor(async () => expect((await operator.query(listeners)).rowCount).toBe(2))
  await operator.query(`select pg_terminate_backend(pid) from (${listeners}) as theirs`)
  const second = await createFlag(one, base, key)
  expect((await next())?.data).toMatchObject({ flagKey: second })
  await vi.waitFor(async () => expect((await operator.query(listeners)).rowCount).toBe(2))
  const third = await createFlag(one, base, key)
  expect((await next())?.data).toMatchObject({ flagKey: third })
  expect(two.logged.join('')).not.toContain('pooler')
})

test.concurrent('a key that one instance revokes ends the streams of another', async ({ onTestFinished }) => {
  const { database, start, follow } = await open(onTestFinished)
  const [one, two] = [await start(database.url), await start(database.url)]
  const organization = await openOrganization(one.firstKey ?? '', one)
  const made = await organization.createKey()
  const stream = await follow(two, organization.base, made.key)
  const path = `${organization.base}/environments/${organization.environmentId('development')}/api-keys/${made.id}`
  expect((await organization.delete(path)).status).toBe(200)
  expect(await ends(stream)).toBe(true)
})

for (const { poolMode, rests } of [
  // No notice arrives in this mode, so a short timeout is enough.
  { poolMode: 'transaction', rests: { noticeMs: 100 } },
  { poolMode: 'session', rests: {} },
] as const) {
  test.concurrent(`behind PgBouncer in ${poolMode} mode those who follow at another instance are told`, async ({
    onTestFinished,
  }) => {
    const { database, start, follow } = await open(onTestFinished)
    const bouncer = await startPgBouncer(database.url, poolMode)
    onTestFinished(bouncer.stop)
    const [one, two] = [await start(bouncer.url, rests), await start(bouncer.url, rests)]
    const { key, base } = await openOrganization(one.firstKey ?? '', one)
    const { next } = await follow(two, base, key)
    const warnings = () => two.logged.filter((line) => line.includes('pooler in transaction mode'))
    if (poolMode === 'transaction') await vi.waitFor(() => expect(warnings()).toHaveLength(1))
    for (const _ of [1, 2]) {
      const flagKey = await createFlag(one, base, key)
      expect((await next())?.data).toMatchObject({ flagKey })
    }
    expect(warnings()).toHaveLength(poolMode === 'transaction' ? 1 : 0)
  })
}
