import { expect, inject, test, vi } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { openEventStream } from '../../src/testing/clients/event-stream.ts'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { config } from '../../src/testing/test-organization.ts'
import { databases } from './support/databases.ts'
import { openOrganization } from './support/organization.ts'

const edges = { 'without Redis': () => ({}), 'with Redis': () => ({ REDIS_URL: inject('redisUrl') }) }

for (const [name, settings] of Object.entries(edges)) {
  test(`${name}: a token of OFREP’s stream opens it on every worker and after a restart, until its key is revoked`, async () => {
    await using database = await databases.SQLite()
    const all = { ...database.settings, ...settings(), BUNTING_DELIVERY_WORKERS: '2', BUNTING_RATE_LIMIT_FAILED: 'off' }
    const first = await startHere({ ...database.settings, ...settings() })
    const before = await openOrganization(first.firstKey ?? '', first)
    const key = await before.createKey()
    const ask = async (deliveryUrl: string): Promise<string> => {
      const { body } = await deliveryClient(deliveryUrl, key.key).send('POST', '/ofrep/v1/evaluate/flags', {
        context: {},
      })
      return body.eventStreams[0].endpoint.requestUri
    }
    const path = await vi.waitFor(() => ask(first.deliveryUrl))
    await first.stop()

    await using second = await startServer(all)
    const organization = await openOrganization(first.firstKey ?? '', second)
    const open = () => Promise.all(Array.from({ length: 12 }, () => openEventStream(`${second.deliveryUrl}${path}`)))
    const streams = await open()
    expect(new Set(streams.map(({ response }) => response.status))).toEqual(new Set([200]))
    expect(await ask(second.deliveryUrl)).toBe(path)
    for (const { next } of streams) expect(await next()).toMatchObject({ event: 'message' })
    const flag = await organization.createFlag()
    await organization.put(organization.at(flag.key), config())
    for (const { next } of streams) expect(await next()).toMatchObject({ event: 'message' })

    const keyPath = `${organization.base}/environments/${organization.environmentId('development')}/api-keys/${key.id}`
    await organization.delete(keyPath)
    for (const { next } of streams) expect(await next()).toBeUndefined()
    for (const { response } of await open()) expect(response.status).toBe(401)
  })
}
