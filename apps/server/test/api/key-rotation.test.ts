import { expect, onTestFinished, test, vi } from 'vitest'
import type { Json } from '../../src/testing/clients/answer.ts'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { openEventStream } from '../../src/testing/clients/event-stream.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import type { TestOrganization } from '../../src/testing/test-organization.ts'
import { switchedEdge } from './support/switched-edge.ts'

const { state, wrapEdge } = switchedEdge()
const server = await startTestServer({ wrapEdge, retryMs: 20 })

const pathOf = (org: TestOrganization) => `${org.base}/environments/${org.environmentId('development')}/api-keys`
const rotate = (org: TestOrganization, { id }: Json, body?: object, as?: string) =>
  org.post(`${pathOf(org)}/${id}/rotate`, body, as)
/** The status that each of the two APIs answers for a secret. */
const answered = async (org: TestOrganization, secret: string): Promise<number[]> => [
  (await org.get('/v1/projects', secret)).status,
  (await deliveryClient(server.deliveryUrl, secret).evaluate('x')).status,
]
const hourMs = 3_600_000
const works = [200, 200]
const isRefused = [401, 401]
const soon = (org: TestOrganization, secret: string, expected: number[]) =>
  vi.waitFor(async () => expect(await answered(org, secret)).toEqual(expected))

test('a key gets a new secret and stays the same key; the old one works for a day more', async () => {
  const org = await server.newOrganization()
  const key = await org.createKey({ description: 'CI', scopes: ['evaluate', 'read'] })
  const before = Date.now()
  const { status, body } = await rotate(org, key)
  expect(status).toBe(201)
  expect(body).toEqual({
    id: key.id,
    key: expect.stringMatching(/^sk_[0-9A-Za-z]{43}$/),
    keyPrefix: body.key.slice(0, 10),
    type: 'server',
    previousExpiresAt: expect.any(String),
  })
  expect(body.key).not.toBe(key.key)
  const overlapMs = Date.parse(body.previousExpiresAt) - before
  expect(overlapMs).toBeGreaterThanOrEqual(86_400_000)
  expect(overlapMs).toBeLessThan(86_400_000 + 60_000)
  const listed = await org.walk(pathOf(org))
  expect(listed).toHaveLength(2)
  expect(listed[0]).toMatchObject({ id: key.id, keyPrefix: body.keyPrefix, scopes: ['evaluate', 'read'] })
  for (const secret of [key.key, body.key]) expect(await answered(org, secret)).toEqual(works)
  const [entry] = await org.walk(`${org.base}/audit-log?resourceId=${key.id}`)
  const { keyPrefix, previousExpiresAt } = body
  expect(entry).toMatchObject({ action: 'api_key.rotated', meta: { keyPrefix, previousExpiresAt } })
  expect(JSON.stringify(entry)).not.toContain(body.key)
})

test('after the overlap only the new secret works, also for a stream that is open', async () => {
  const org = await server.newOrganization()
  const key = await org.createKey()
  const stream = await openEventStream(`${server.deliveryUrl}/v1/stream`, { authorization: `Bearer ${key.key}` })
  expect(await stream.next()).toMatchObject({ event: 'bundle' })
  const { body } = await rotate(org, key, { overlapSeconds: 1 })
  await soon(org, key.key, isRefused)
  expect(await stream.next()).toBeUndefined()
  expect(await answered(org, body.key)).toEqual(works)
})

test('with no overlap every earlier secret ends at once, and nothing but a new one works', async () => {
  const org = await server.newOrganization()
  const key = await org.createKey()
  const { body: second } = await rotate(org, key)
  for (const secret of [key.key, second.key]) expect(await answered(org, secret)).toEqual(works)
  const { body: third } = await rotate(org, key, { overlapSeconds: 0 })
  for (const secret of [key.key, second.key]) await soon(org, secret, isRefused)
  expect(await answered(org, third.key)).toEqual(works)
})

test('rotating again leaves earlier secrets the end that they have', async () => {
  const org = await server.newOrganization()
  const key = await org.createKey()
  const { body: second } = await rotate(org, key, { overlapSeconds: 1 })
  await rotate(org, key, { overlapSeconds: 600 })
  await soon(org, key.key, isRefused)
  expect(await answered(org, second.key)).toEqual(works)
})

test('revoking ends every secret at once', async () => {
  const org = await server.newOrganization()
  const key = await org.createKey()
  const { body } = await rotate(org, key)
  for (const secret of [key.key, body.key]) expect(await answered(org, secret)).toEqual(works)
  await org.delete(`${pathOf(org)}/${key.id}`)
  for (const secret of [key.key, body.key]) await soon(org, secret, isRefused)
})

test('a key that is revoked or has ended cannot be rotated, and an old secret ends with its key', async () => {
  const org = await server.newOrganization()
  const revoked = await org.createKey()
  await org.delete(`${pathOf(org)}/${revoked.id}`)
  expect(await rotate(org, revoked)).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  const expiresAt = new Date(Date.now() + hourMs).toISOString()
  const ending = await org.createKey({ expiresAt })
  const { body } = await rotate(org, ending)
  expect(body.previousExpiresAt).toBe(expiresAt)
  expect((await org.walk(pathOf(org))).find(({ id }) => id === ending.id).expiresAt).toBe(expiresAt)
  server.moveClock(hourMs)
  expect(await rotate(org, ending)).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  for (const secret of [ending.key, body.key]) expect((await org.get('/v1/projects', secret)).status).toBe(401)
  server.moveClock(-hourMs)
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(Date.now() + hourMs)
  for (const secret of [ending.key, body.key])
    expect((await deliveryClient(server.deliveryUrl, secret).evaluate('x')).status).toBe(401)
})

test('the overlap is a whole number of seconds, a week at most', async () => {
  const org = await server.newOrganization()
  const key = await org.createKey()
  for (const overlapSeconds of [-1, 604_801, 1.5, '60', null]) {
    const { status, body } = await rotate(org, key, { overlapSeconds })
    expect(status).toBe(422)
    expect(body.error.details).toEqual([{ path: 'overlapSeconds', message: expect.any(String) }])
  }
  expect((await rotate(org, key, { overlapSeconds: 604_800 })).status).toBe(201)
})

test('a client key stays one, and needs nothing but its new secret', async () => {
  const org = await server.newOrganization()
  const key = await org.createKey({ type: 'client' })
  const { body } = await rotate(org, key)
  expect(body).toMatchObject({ type: 'client', key: expect.stringMatching(/^pk_/) })
  expect((await deliveryClient(server.deliveryUrl, body.key).evaluate('x')).status).toBe(200)
})

test('a key rotates itself, and nobody rotates one that may more than they', async () => {
  const org = await server.newOrganization()
  const own = await org.createKey({ scopes: ['admin'] })
  expect((await rotate(org, own, {}, own.key)).status).toBe(201)
  const stronger = await org.createKey()
  const refused = await rotate(org, stronger, {}, own.key)
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
  expect(await answered(org, stronger.key)).toEqual(works)
})

test('nobody gets hold of a key that acts for somebody else', async () => {
  const org = await server.newOrganization()
  const [ada, eve] = [await server.newMember(org, 'admin'), await server.newMember(org, 'admin')]
  const make = async (scopes?: string[]) =>
    (await ada.post(pathOf(org), { type: 'server', description: 'Ada’s', ...(scopes ? { scopes } : {}) })).body
  const refused = await eve.post(`${pathOf(org)}/${(await make()).id}/rotate`, {})
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
  for (const key of [await make(), await make(['edit'])]) {
    expect((await ada.post(`${pathOf(org)}/${key.id}/rotate`, {})).status).toBe(201)
  }
  const harmless = await make(['evaluate', 'telemetry', 'read'])
  expect((await eve.post(`${pathOf(org)}/${harmless.id}/rotate`, {})).status).toBe(201)
  expect((await eve.delete(`/v1/members/${ada.id}`)).body.revokedKeys).toBe(4)
})

test('a key of nobody’s is theirs who rotate it, and ends with them', async () => {
  const org = await server.newOrganization()
  const [ada, eve] = [await server.newMember(org, 'admin'), await server.newMember(org, 'admin')]
  const key = await org.createKey()
  const { body } = await eve.post(`${pathOf(org)}/${key.id}/rotate`, {})
  expect((await ada.delete(`/v1/members/${eve.id}`)).body.revokedKeys).toBe(1)
  for (const secret of [key.key, body.key]) await soon(org, secret, isRefused)
})

test('where the edge is away the answer says so, and it learns of the secrets later', async () => {
  const org = await server.newOrganization()
  const key = await org.createKey()
  expect(await answered(org, key.key)).toEqual(works)
  state.away = true
  const { status, body } = await rotate(org, key, { overlapSeconds: 0 })
  state.away = false
  expect(status).toBe(207)
  expect(Object.keys(body).sort()).toEqual(['id', 'key', 'keyPrefix', 'previousExpiresAt', 'syncWarning', 'type'])
  await soon(org, body.key, works)
  await soon(org, key.key, isRefused)
})

test('so many earlier secrets may work, and no more, until they are ended', async () => {
  const org = await server.newOrganization()
  const key = await org.createKey()
  for (let at = 0; at < 50; at++) expect((await rotate(org, key)).status).toBe(201)
  expect(await rotate(org, key)).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  expect((await rotate(org, key, { overlapSeconds: 0 })).status).toBe(201)
  expect((await rotate(org, key)).status).toBe(201)
})
