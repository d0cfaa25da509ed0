import { readdir, rm } from 'node:fs/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Edge } from '../../src/edge/edge.ts'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { openEventStream } from '../../src/testing/clients/event-stream.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { makeFolder } from '../../src/testing/services/make-folder.ts'
import type { TestOrganization } from '../../src/testing/test-organization.ts'

/** The real edge, which counts its reads and can be switched off. */
const state = { away: false, reads: 0 }
const wrapEdge = (edge: Edge): Edge => ({
  ...edge,
  readKey: async (hash) => {
    if (state.away) throw new Error('the edge is away')
    state.reads++
    return edge.readKey(hash)
  },
})
const server = await startTestServer({ wrapEdge })
const pathOf = (org: TestOrganization) => `${org.base}/environments/${org.environmentId('development')}/api-keys`
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const hourMs = 3_600_000
/** Delivery reads the system clock, so that is what has to move. */
const letAnHourPass = () => {
  vi.setSystemTime(Date.now() + hourMs)
  onTestFinished(() => void vi.useRealTimers())
}
const refused = { status: 401, body: { error: { code: 'INVALID_API_KEY' } } }

test('a key says when it ends where that was asked for', async () => {
  const org = await server.newOrganization()
  const expiresAt = '2099-01-31T12:00:00.000Z'
  const ask = { type: 'server', description: 'CI' }
  const { status, body } = await org.post(pathOf(org), { ...ask, expiresAt })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: body.id,
    key: expect.any(String),
    keyPrefix: expect.any(String),
    type: 'server',
    expiresAt,
  })
  const { body: offset } = await org.post(pathOf(org), { ...ask, expiresAt: '2099-01-31T13:00:00+01:00' })
  expect(offset.expiresAt).toBe(expiresAt)
  const { body: never } = await org.post(pathOf(org), { ...ask, expiresAt: null })
  expect(Object.keys(never).sort()).toEqual(['id', 'key', 'keyPrefix', 'type'])
  const listed = await org.walk(pathOf(org))
  expect(listed.map((key) => key.expiresAt)).toEqual([null, expiresAt, expiresAt, null])
  const [entry] = await org.walk(`${org.base}/audit-log?resourceId=${body.id}`)
  expect(entry.meta).toEqual({ type: 'server', description: 'CI', keyPrefix: body.keyPrefix, expiresAt })
})

test('an end that is no instant to come is refused', async () => {
  const org = await server.newOrganization()
  const bad = [inMs(-1), '2020-01-01T00:00:00Z', '2099-01-31', 'tomorrow', '', 4_102_444_800_000, {}, [], true]
  for (const expiresAt of bad) {
    const answer = await org.post(pathOf(org), { type: 'server', description: 'CI', expiresAt })
    expect(answer.status, JSON.stringify(expiresAt)).toBe(422)
    expect(answer.body.error.details).toEqual([{ path: 'expiresAt', message: expect.any(String) }])
  }
})

test('a key that has ended is refused by Management', async () => {
  const org = await server.newOrganization()
  const { key } = await org.createKey({ expiresAt: inMs(hourMs) })
  expect((await org.get('/v1/projects', key)).status).toBe(200)
  server.moveClock(hourMs)
  onTestFinished(() => server.moveClock(-hourMs))
  expect(await org.get('/v1/projects', key)).toMatchObject(refused)
  expect(await org.post('/v1/telemetry/events', { events: [] }, key)).toMatchObject(refused)
})

test('a key that has ended is refused by Delivery, and nothing is read for it', async () => {
  const org = await server.newOrganization()
  const { key } = await org.createKey({ expiresAt: inMs(hourMs) })
  const delivery = deliveryClient(server.deliveryUrl, key)
  expect((await delivery.evaluate('x')).status).toBe(200)
  const { reads } = state
  letAnHourPass()
  const rounds = 10
  for (let round = 0; round < rounds; round++) {
    expect(await delivery.evaluate('x')).toMatchObject(refused)
    expect(await delivery.bundle()).toMatchObject(refused)
    const stream = await fetch(`${server.deliveryUrl}/v1/stream`, { headers: { authorization: `Bearer ${key}` } })
    expect(stream.status).toBe(401)
  }
  // A key is published until the store has recorded that: a notice may arrive again in between, and cause another read.
  expect(state.reads - reads).toBeLessThan(rounds)
})

test('a stream ends soon after its key', async () => {
  const org = await server.newOrganization()
  const { key } = await org.createKey({ expiresAt: inMs(hourMs) })
  const [ending, other] = await Promise.all(
    [key, org.key].map((one) => openEventStream(`${server.deliveryUrl}/v1/stream`, { authorization: `Bearer ${one}` })),
  )
  onTestFinished(() => other?.close())
  expect(await ending?.next()).toMatchObject({ event: 'bundle' })
  expect(await other?.next()).toMatchObject({ event: 'bundle' })
  letAnHourPass()
  expect(await ending?.next()).toBeUndefined()
  expect((await deliveryClient(server.deliveryUrl, org.key).evaluate('x')).status).toBe(200)
})

test('a key that has ended is refused too by who starts from a copy on disk', async () => {
  const copyDir = await makeFolder('copy')
  onTestFinished(() => rm(copyDir, { recursive: true }))
  const started = await startTestServer({ wrapEdge, delivery: { copyDir } })
  const org = await started.newOrganization()
  const soon = await org.createKey({ expiresAt: inMs(hourMs) })
  const later = await org.createKey({ expiresAt: inMs(2 * hourMs) })
  const statuses = (deliveryUrl: string) =>
    Promise.all([soon, later].map(async ({ key }) => (await deliveryClient(deliveryUrl, key).evaluate('x')).status))
  expect(await statuses(started.deliveryUrl)).toEqual([200, 200])
  const copied = async () => (await readdir(copyDir)).filter((name) => name.endsWith('.json'))
  await vi.waitFor(async () => expect(await copied(), 'two keys and their bundle').toHaveLength(3))
  state.away = true
  onTestFinished(() => {
    state.away = false
  })
  const restarted = await startTestServer({ wrapEdge, delivery: { copyDir } })
  letAnHourPass()
  expect(await statuses(restarted.deliveryUrl)).toEqual([401, 200])
})
