import { expect, onTestFinished, test, vi } from 'vitest'
import type { Edge, KeyUses } from '../../src/edge/edge.ts'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { openEventStream } from '../../src/testing/clients/event-stream.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import type { TestOrganization } from '../../src/testing/test-organization.ts'

/** The real edge, which notes the uses that it was told, and can be switched off. */
const edge = { away: false, told: [] as KeyUses[], hand: async (_: KeyUses): Promise<void> => undefined }
const server = await startTestServer({
  wrapEdge: (real): Edge => {
    edge.hand = real.used
    return {
      ...real,
      used: async (uses) => {
        if (edge.away) throw new Error('away')
        edge.told.push(uses)
        await real.used(uses)
      },
    }
  },
})

const minuteMs = 60_000
const lastUse = async (org: TestOrganization, id: string): Promise<string | null> => {
  const keys = await org.walk(`${org.base}/environments/${org.environmentId('development')}/api-keys`)
  return keys.find((key) => key.id === id).lastUsedAt
}
/** Reads the last use after Delivery's uses so far were written. */
const lastUseOfDelivery = async (org: TestOrganization, id: string) => {
  await server.flushRecorded()
  return lastUse(org, id)
}
const toTheMinute = (ms: number) => new Date(ms - (ms % minuteMs)).toISOString()
const evaluate = (key: string) => deliveryClient(server.deliveryUrl, key).evaluate('x')
const setTime = (ms: number) => {
  vi.setSystemTime(ms)
  onTestFinished(() => void vi.useRealTimers())
}
/** Later than in every other test, since stored times never go back. */
let ahead = Math.ceil(Date.now() / minuteMs) * minuteMs
const nextHour = () => {
  ahead += 60 * minuteMs
  return ahead
}

test('a key that was never used has no last use', async () => {
  const org = await server.newOrganization()
  const { id } = await org.createKey()
  expect(await lastUseOfDelivery(org, id)).toBeNull()
})

test('a use of the Management API is known at once, to the minute, and written down once a minute', async () => {
  const org = await server.newOrganization()
  const { id, key } = await org.createKey()
  const touched = vi.spyOn(server.deps.store.apiKeys, 'touch')
  onTestFinished(() => touched.mockRestore())
  const touches = () => touched.mock.calls.filter(([{ keyIds }]) => keyIds.includes(id)).length
  const hour = nextHour()
  setTime(hour + 5_000)
  for (let use = 0; use < 5; use++) expect((await org.get('/v1/projects', key)).status).toBe(200)
  expect(await lastUse(org, id)).toBe(toTheMinute(hour))
  expect(touches()).toBe(1)
  setTime(hour + minuteMs)
  for (let use = 0; use < 5; use++) await org.get('/v1/projects', key)
  expect(await lastUse(org, id)).toBe(toTheMinute(hour + minuteMs))
  expect(touches()).toBe(2)
})

test('a key reads although its use cannot be recorded, because the database cannot be written to', async () => {
  const org = await server.newOrganization()
  const { id, key } = await org.createKey()
  // As SQLite and PostgreSQL fail on a full disk; test/chaos fills a real one.
  for (const full of [{ errcode: 13 }, { code: '53100' }]) {
    const touched = vi.spyOn(server.deps.store.apiKeys, 'touch').mockRejectedValueOnce(Object.assign(new Error(), full))
    expect((await org.get('/v1/projects', key)).status).toBe(200)
    expect(touched).toHaveBeenCalled()
    touched.mockRestore()
  }
  await org.get('/v1/projects', key)
  expect(await lastUse(org, id)).not.toBeNull()
})

test('an environment says when Delivery was last asked with a key of it, however the Management API is used', async () => {
  const org = await server.newOrganization()
  const { key } = await org.createKey()
  const at = `${org.base}/environments/${org.environmentId('development')}/activity`
  const activity = async () => {
    await server.flushRecorded()
    return (await org.get(at, key)).body
  }
  const environmentId = org.environmentId('development')
  expect(await activity()).toEqual({ environmentId, lastAskedAt: null })
  const hour = nextHour()
  setTime(hour + 1_000)
  await org.get('/v1/projects', key)
  expect((await activity()).lastAskedAt).toBeNull()
  await evaluate(key)
  expect(await activity()).toEqual({ environmentId, lastAskedAt: toTheMinute(hour) })
  const elsewhere = at.replace(environmentId, org.environmentId('production'))
  expect((await org.get(elsewhere)).body.lastAskedAt).toBeNull()
})

test('telemetry is a use, and so is what a key may not do; a refused secret is none', async () => {
  const org = await server.newOrganization()
  const sending = await org.createKey({ type: 'client' })
  await org.post('/v1/telemetry/events', { events: [] }, sending.key)
  expect(await lastUse(org, sending.id)).not.toBeNull()
  const forbidden = await org.createKey({ scopes: ['evaluate'] })
  await org.get('/v1/projects', forbidden.key)
  expect(await lastUse(org, forbidden.id)).not.toBeNull()
})

test('uses of Delivery arrive together, each key once a minute however often it is used', async () => {
  const org = await server.newOrganization()
  const [one, two] = [await org.createKey(), await org.createKey({ type: 'client' })]
  const hour = nextHour()
  setTime(hour)
  await server.flushRecorded()
  edge.told = []
  for (let use = 0; use < 20; use++) await evaluate(use % 2 ? one.key : two.key)
  for (const { id } of [one, two]) expect(await lastUseOfDelivery(org, id)).toBe(toTheMinute(hour))
  for (const { key } of [two, one]) await evaluate(key)
  await server.flushRecorded()
  expect(edge.told).toEqual([{ minuteMs: hour, keyIds: expect.arrayContaining([one.id, two.id]) }])
  setTime(hour + minuteMs)
  await server.flushRecorded()
  await evaluate(one.key)
  expect(await lastUseOfDelivery(org, one.id)).toBe(toTheMinute(hour + minuteMs))
  expect(await lastUseOfDelivery(org, two.id)).toBe(toTheMinute(hour))
})

test('an open stream is a use for as long as it is open', async () => {
  const org = await server.newOrganization()
  const { id, key } = await org.createKey()
  const stream = await openEventStream(`${server.deliveryUrl}/v1/stream`, { authorization: `Bearer ${key}` })
  onTestFinished(stream.close)
  await stream.next()
  expect(await lastUseOfDelivery(org, id)).not.toBeNull()
  const hour = nextHour()
  setTime(hour)
  await vi.waitFor(async () => expect(await lastUseOfDelivery(org, id)).toBe(toTheMinute(hour)), { interval: 500 })
})

test('what cannot be handed over is kept, the latest of each key', async () => {
  const org = await server.newOrganization()
  const { id, key } = await org.createKey()
  const hour = nextHour()
  edge.away = true
  for (const minute of [0, 1, 2]) {
    setTime(hour + minute * minuteMs)
    await server.flushRecorded()
    await evaluate(key)
    await server.flushRecorded()
  }
  expect(await lastUse(org, id)).toBeNull()
  expect(server.logged.filter((line) => line.includes('not taken now'))).toHaveLength(1)
  edge.away = false
  edge.told = []
  expect(await lastUseOfDelivery(org, id)).toBe(toTheMinute(hour + 2 * minuteMs))
  expect(edge.told.filter(({ keyIds }) => keyIds.includes(id))).toHaveLength(1)
})

test('an older use never replaces a newer one, and none lies in the future', async () => {
  const org = await server.newOrganization()
  const { id } = await org.createKey()
  const hour = nextHour()
  setTime(hour)
  await edge.hand({ keyIds: [id], minuteMs: hour })
  await edge.hand({ keyIds: [id], minuteMs: hour - minuteMs })
  expect(await lastUse(org, id)).toBe(toTheMinute(hour))
  await edge.hand({ keyIds: [id], minuteMs: hour + 10 * minuteMs })
  expect(await lastUse(org, id), 'some clock runs ahead').toBe(toTheMinute(hour))
})
