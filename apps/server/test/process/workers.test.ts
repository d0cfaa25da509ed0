import { execFileSync } from 'node:child_process'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { openEventStream } from '../../src/testing/clients/event-stream.ts'
import { type ServerProcess, startServer } from '../../src/testing/servers/server-process.ts'
import { config } from '../../src/testing/test-organization.ts'
import { childrenOf } from './support/children-of.ts'
import { databases, makeDataDir } from './support/databases.ts'
import { openOrganization } from './support/organization.ts'

/** With Redis, and without it: then the primary reads for its workers. */
const edges = { 'without Redis': () => ({}), 'with Redis': () => ({ REDIS_URL: inject('redisUrl') }) }

for (const [name, settings] of Object.entries(edges)) {
  test(`${name}: workers share the port, and hear of changes and revocations`, async () => {
    await using database = await databases.SQLite()
    const own = { BUNTING_DELIVERY_WORKERS: '2', BUNTING_RATE_LIMIT_FAILED: 'off' }
    await using server = await startServer({ ...database.settings, ...settings(), ...own })
    const organization = await openOrganization(server.firstKey ?? '', server)
    const flag = await organization.createFlag({ type: 'number' })
    const put = (version: number) =>
      organization.put(organization.at(flag.key), config({ version, defaultValue: version }))
    const delivery = deliveryClient(server.deliveryUrl, organization.key)
    /** Evaluates often enough that every worker answers. */
    const values = async () =>
      new Set(
        (await Promise.all(Array.from({ length: 30 }, () => delivery.evaluate(flag.key)))).map(
          ({ body }) => body.value,
        ),
      )
    await put(1)
    await vi.waitFor(async () => expect(await values()).toEqual(new Set([1])))
    await put(2)
    await vi.waitFor(async () => expect(await values()).toEqual(new Set([2])))

    const key = await organization.createKey()
    const revoked = deliveryClient(server.deliveryUrl, key.key)
    const statuses = async () =>
      new Set(
        (await Promise.all(Array.from({ length: 30 }, () => revoked.evaluate(flag.key)))).map(({ status }) => status),
      )
    await vi.waitFor(async () => expect(await statuses()).toEqual(new Set([200])))
    const path = `${organization.base}/environments/${organization.environmentId('development')}/api-keys/${key.id}`
    await organization.delete(path)
    await vi.waitFor(async () => expect(await statuses()).toEqual(new Set([401])))
  })
}

describe('with a limit', () => {
  let server: ServerProcess
  beforeAll(async () => {
    const settings = { BUNTING_DELIVERY_WORKERS: '2', BUNTING_RATE_LIMIT_SERVER: '100/80' }
    server = await startServer({ BUNTING_DATA_DIR: await makeDataDir(), ...settings })
    return () => server.kill9()
  })

  test('the metrics are those of all workers together, whichever is asked', async () => {
    const delivery = deliveryClient(server.deliveryUrl, server.firstKey ?? '')
    await Promise.all(Array.from({ length: 30 }, () => delivery.evaluate('any-flag')))
    const evaluations = async (url: string) => {
      const text = await (await fetch(`${url}/metrics`, { headers: { connection: 'close' } })).text()
      const answered = /^bunting_delivery_requests_total\{route="\/v1\/evaluate",status="200"\} (\d+)$/m.exec(text)
      const timed = /^bunting_delivery_request_duration_seconds_count\{route="\/v1\/evaluate"\} (\d+)$/m.exec(text)
      const cpu = text.match(/^process_cpu_seconds_total /gm)
      return { answered: answered?.[1], timed: timed?.[1], cpu: cpu?.length }
    }
    const urls = Array.from({ length: 6 }, () => server.deliveryUrl)
    for (const one of await Promise.all(urls.map(evaluations))) expect(one).toEqual({ answered: '30', timed: '30' })
    // Metrics of the processes are shown only once, at the other port.
    expect(await evaluations(server.managementUrl)).toEqual({ cpu: 1 })
  })

  test('each worker has its share of it', async () => {
    const { headers } = await deliveryClient(server.deliveryUrl, server.firstKey ?? '').evaluate('x')
    expect(headers.get('ratelimit-limit')).toBe('40')
  })

  // The last test, since it stops their server.
  test('SIGTERM to the whole group stops the primary and its workers, and ends their streams', async () => {
    const stream = await openEventStream(`${server.deliveryUrl}/v1/stream`, {
      authorization: `Bearer ${server.firstKey}`,
    })
    expect(await stream.next()).toMatchObject({ event: 'bundle' })
    const workers = childrenOf(server.pid)
    execFileSync('kill', ['-TERM', ...workers.map(String), String(server.pid)])
    expect(await stream.next()).toBeUndefined()
    expect(await server.exited).toEqual({ code: 0, signal: null })
    for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow()
  })
})
