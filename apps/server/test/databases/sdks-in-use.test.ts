import { expect, test, vi } from 'vitest'
import { event } from '../../src/testing/events.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const dayMs = 24 * 3_600_000
const server = await startTestServer({ analytics: true, stopClock: true })
const now = () => server.deps.nowUs() / 1_000
const today = () => new Date(now()).toISOString().slice(0, 10)

test('an environment lists the SDKs that told of evaluations, each with the last day, until nobody uses it', async () => {
  const org = await server.newOrganization()
  const { key: flagKey } = await org.createFlag()
  const list = async (slug = 'development') =>
    (await org.get(`${org.base}/environments/${org.environmentId(slug)}/sdks`)).body.items
  const send = async (sdkVersion: string, sdkType = 'server') => {
    const fields = { flagKey, sdkType, sdkVersion, evaluatedAt: now() }
    await org.post('/v1/telemetry/events', { events: [event(org, fields)] })
  }
  expect(await list()).toEqual([])
  const first = today()
  await send('0.4.0')
  await send('0.5.0')
  await send('0.5.0')
  await send('0.5.0', 'client')
  const seen = (sdkVersion: string, lastSeenOn: string, sdkType = 'server') => ({ sdkType, sdkVersion, lastSeenOn })
  const both = [seen('0.5.0', first, 'client'), seen('0.4.0', first), seen('0.5.0', first)]
  await vi.waitFor(async () => expect(await list()).toEqual(both))
  expect(await list('staging')).toEqual([])

  server.moveClock(dayMs)
  await send('0.5.0')
  await vi.waitFor(async () => expect((await list())[0]).toEqual(seen('0.5.0', today())))
  server.moveClock(30 * dayMs)
  expect(await list()).toEqual([seen('0.5.0', expect.any(String))])
  await server.runNightly()
  server.moveClock(dayMs)
  expect(await list()).toEqual([])
})

test('a client key, which is public, says nothing of the SDKs in use', async () => {
  const org = await server.newOrganization()
  const { key: flagKey } = await org.createFlag({ clientSafe: true })
  const environmentId = org.environmentId('development')
  const { key } = await org.createKey({ type: 'client' })
  const told = (sdkVersion: string) => event(org, { flagKey, environmentId, sdkVersion, evaluatedAt: now() })
  const answer = await server.send('POST', '/v1/telemetry/events', { key, body: { events: [told('0.1.0')] } })
  expect(answer.body.accepted).toBe(1)
  await org.post('/v1/telemetry/events', { events: [told('0.5.0')] })
  const list = () => org.get(`${org.base}/environments/${environmentId}/sdks`)
  await vi.waitFor(async () => expect((await list()).body.items).toHaveLength(1))
  expect((await list()).body.items).toMatchObject([{ sdkVersion: '0.5.0' }])
})
