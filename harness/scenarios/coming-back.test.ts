import { expect, vi } from 'vitest'
import { startTestServer } from '../../apps/server/src/testing/servers/test-server.ts'
import { bundle } from '../support/bundles.ts'
import { scenario } from '../support/scenario.ts'
import { waitedFor, waitsOf } from '../support/waits.ts'

const timing = 0.1
const first = bundle({ flag: { defaultValue: 'first' } })
const second = bundle({ flag: { defaultValue: 'second' } }, { revision: 2 })

type Asking = { retryAfter: () => string; atLeastMs: number; scale: number }
const inSeconds = (seconds: number) => () => new Date(Date.now() + seconds * 1_000).toUTCString()
const asking: Record<string, Asking> = {
  '5': { retryAfter: () => '5', atLeastMs: 5_000, scale: 0.5 },
  '0': { retryAfter: () => '0', atLeastMs: 0, scale: 1 },
  '-1': { retryAfter: () => '-1', atLeastMs: 0, scale: 1 },
  abc: { retryAfter: () => 'abc', atLeastMs: 0, scale: 1 },
  'a date': { retryAfter: inSeconds(6), atLeastMs: 5_000, scale: 0.5 },
  '99999': { retryAfter: () => '99999', atLeastMs: 60_000, scale: 0.1 },
}
for (const [header, { retryAfter, atLeastMs, scale }] of Object.entries(asking)) {
  for (const status of [503, 429]) {
    scenario(
      19,
      `${status} with Retry-After: ${header} is waited for, never less`,
      async ({ open, openDelivery }) => {
        const delivery = await openDelivery()
        delivery.on('/v1/stream', (_, reply) => reply.answer(status, { 'retry-after': retryAfter() }))
        const client = await open({ url: delivery.url, bootstrap: first, timing: scale })
        await waitedFor(() => delivery.asked('/v1/stream'), scale, atLeastMs)
        await client.close()
      },
      { concurrent: true },
    )
  }
}

scenario(19, 'a fleet that was told the same second does not come back in it', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  const scale = 0.5
  const keys = Array.from({ length: 50 }, (_, one) => `sk_${one}`)
  delivery.on('/v1/stream', (_, reply) => reply.answer(503, { 'retry-after': '5' }))
  await Promise.all(keys.map((key) => open({ url: delivery.url, key, bootstrap: first, timing: scale })))
  const asked = (key: string) =>
    delivery.asked('/v1/stream').filter(({ headers }) => headers.authorization === `Bearer ${key}`)
  const waits = await Promise.all(keys.map((key) => waitedFor(() => asked(key), scale, 5_000)))
  // The jitter is up to 5 s, so 50 clients do not return within one second by chance.
  expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(1_000)
})

scenario(20, 'streams that a server ends in order come back, each in its own time', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  delivery.has(first)
  const fleet = 20
  for (let one = 0; one < fleet; one++) await open({ url: delivery.url, timing: 0.5 })
  await vi.waitFor(() => expect(delivery.streams.size).toBe(fleet))
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const before = delivery.asked('/v1/stream').length
  delivery.endStreams()
  await vi.waitFor(() => expect(delivery.asked('/v1/stream').length).toBeGreaterThanOrEqual(before + fleet))
  const back = delivery
    .asked('/v1/stream')
    .slice(before)
    .map(({ atMs }) => atMs)
  expect(Math.max(...back) - Math.min(...back)).toBeGreaterThan(200)
})

scenario(
  21,
  'where streams fail and asking works it polls, by the revision that it knows',
  async ({ open, openDelivery, language }) => {
    const delivery = await openDelivery()
    delivery.has(first)
    delivery.on('/v1/stream', (_, reply) => reply.cut())
    const client = await open({ url: delivery.url, key: 'sk_own', timing })
    await client.answers('flag', 'first')
    await vi.waitFor(() => {
      const polled = waitsOf(delivery.asked('/v1/stream'), timing).slice(-2)
      expect(polled).toHaveLength(2)
      expect(Math.min(...polled)).toBeGreaterThanOrEqual(7_400)
    })
    expect(delivery.asked('/v1/bundle').at(-1)?.headers['if-none-match']).toBe('"1"')
    expect(delivery.asked('/v1/bundle').at(-1)?.query.get('from')).toBe('1')
    for (const { headers } of [...delivery.asked('/v1/stream'), ...delivery.asked('/v1/bundle')]) {
      expect(headers['user-agent']).toMatch(new RegExp(`^bunting-${language}/\\d`))
      expect(headers.authorization).toBe('Bearer sk_own')
    }
    delivery.has(second)
    await client.answers('flag', 'second')
  },
)

scenario(
  22,
  'a refused key: `ready` gives up at once, and it is told once',
  async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    for (const path of ['/v1/stream', '/v1/bundle']) delivery.on(path, (_, reply) => reply.answer(401))
    const client = await open({ url: delivery.url })
    expect(await client.ready(3_600_000)).toBe(false)
    await vi.waitFor(() => expect(delivery.asked('/v1/stream').length).toBeGreaterThan(1))
    expect(await client.errors()).toEqual(['KEY_REFUSED'])
  },
  { concurrent: true },
)

scenario(
  23,
  'a key that is refused for a while: flags throughout, and current again',
  async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    delivery.has(first)
    const client = await open({ url: delivery.url, timing })
    await client.answers('flag', 'first')
    for (const path of ['/v1/stream', '/v1/bundle']) delivery.on(path, (_, reply) => reply.answer(401))
    delivery.cut()
    await client.tells({ type: 'error', code: 'KEY_REFUSED' })
    await client.has('stale')
    expect((await client.evaluate('flag', '')).value).toBe('first')
    delivery.has(second)
    for (const path of ['/v1/stream', '/v1/bundle']) delivery.on(path, undefined)
    await client.answers('flag', 'second')
    await client.has('ready')
  },
)

scenario(24, 'a client key is refused: it may not have the rules', async ({ open }) => {
  const server = await startTestServer()
  const org = await server.newOrganization()
  const { key } = await org.createKey({ type: 'client' })
  const client = await open({ url: server.deliveryUrl, key })
  expect(await client.ready(3_600_000)).toBe(false)
  expect(await client.errors()).toEqual(['KEY_REFUSED'])
  expect(await client.evaluate('flag', 'mine')).toMatchObject({ value: 'mine', errorCode: 'NOT_READY' })
})
