import { setTimeout } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { startTestServer } from '../../apps/server/src/testing/servers/test-server.ts'
import { config } from '../../apps/server/src/testing/test-organization.ts'
import { openTcpProxy } from '../../packages/sdk-server/test/support/tcp-proxy.ts'
import { bundle } from '../support/bundles.ts'
import { scenario } from '../support/scenario.ts'

const timing = 0.1
const first = bundle({ flag: { defaultValue: 'first' } })
const second = bundle({ flag: { defaultValue: 'second' } }, { revision: 2 })

scenario(16, 'a stream that falls silent is left, and the next is current', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  delivery.has(first)
  const client = await open({ url: delivery.url, timing })
  await client.answers('flag', 'first')
  // The open stream does not receive it.
  delivery.has(second)
  await client.answers('flag', 'second')
  await vi.waitFor(() => {
    const known = delivery.asked('/v1/stream').map(({ headers }) => headers['last-event-id'])
    expect(known.some((revision) => revision === '1' || revision === '2')).toBe(true)
  })
})

scenario(
  16,
  'a comment keeps a stream',
  async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    delivery.has(first)
    // At this timing, the maximum silence is 6 s.
    const client = await open({ url: delivery.url, timing: 0.3 })
    await client.answers('flag', 'first')
    await vi.waitFor(() => expect(delivery.streams.size).toBe(1))
    const before = delivery.asked('/v1/stream').length
    const beat = setInterval(() => {
      for (const stream of delivery.streams) stream.comment()
    }, 500)
    await setTimeout(9_000)
    clearInterval(beat)
    expect(delivery.asked('/v1/stream')).toHaveLength(before)
  },
  { concurrent: true },
)

scenario(16, 'a network that swallows everything is noticed, and flags are current soon after', async ({ open }) => {
  const server = await startTestServer()
  const org = await server.newOrganization()
  const { key } = await org.createFlag()
  await org.put(org.at(key), config({ defaultValue: false }))
  const network = await openTcpProxy(server.deliveryUrl)
  const client = await open({ url: network.url, key: org.key, timing })
  await client.ready()
  network.freeze()
  await client.has('stale')
  await org.put(org.at(key), config({ version: 2, defaultValue: true }))
  expect((await client.evaluate(key, true)).value).toBe(false)
  network.thaw()
  await client.answers(key, true)
  await client.has('ready')
  await client.close()
  network.close()
})

scenario(17, 'an answer that never begins is given up, and asked for again', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  delivery.on('/v1/stream', () => undefined)
  delivery.on('/v1/bundle', () => undefined)
  const client = await open({ url: delivery.url, timing })
  await client.tells({ type: 'error', code: 'UNREACHABLE' })
  delivery.on('/v1/stream', undefined)
  delivery.has(first)
  await client.answers('flag', 'first')
})

scenario(17, 'a body that stalls is given up, and asked for again', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  let asked = 0
  delivery.on('/v1/stream', (_, reply) => reply.answer(404))
  delivery.on('/v1/bundle', (_, reply) => {
    const text = JSON.stringify(first)
    if (asked++ > 0) return reply.answer(200, { etag: '"1"' }, text)
    reply.head(200, { etag: '"1"', 'content-length': String(text.length) })
    reply.raw(text.slice(0, 20))
  })
  const client = await open({ url: delivery.url, timing })
  await client.answers('flag', 'first')
})

const answers: Record<string, [status: number, headers: Record<string, string>, body: string]> = {
  "a captive portal's page": [200, { 'content-type': 'text/html' }, '<html>Please sign in</html>'],
  'nothing (204)': [204, {}, ''],
  'a JSON that is no bundle': [200, { 'content-type': 'application/json' }, '{"ok":true}'],
  'a 404': [404, {}, ''],
}
for (const [what, [status, headers, body]] of Object.entries(answers)) {
  scenario(18, `${what} is no answer: what was known stays`, async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    delivery.on('/v1/stream', (_, reply) => reply.answer(status, headers, body))
    delivery.on('/v1/bundle', (_, reply) => reply.answer(status, headers, body))
    const client = await open({ url: delivery.url, bootstrap: first, timing })
    await vi.waitFor(async () => expect(await client.events('error')).not.toEqual([]))
    expect((await client.evaluate('flag', '')).value).toBe('first')
    delivery.on('/v1/stream', undefined)
    delivery.on('/v1/bundle', undefined)
    delivery.has(second)
    await client.answers('flag', 'second')
  })
}

for (const status of [301, 302, 307]) {
  scenario(18, `a ${status} to another host does not take the key there`, async ({ open, openDelivery }) => {
    const [delivery, elsewhere] = [await openDelivery(), await openDelivery()]
    const location = (path: string) => ({ location: `${elsewhere.url.replace('127.0.0.1', 'localhost')}${path}` })
    for (const path of ['/v1/stream', '/v1/bundle']) {
      delivery.on(path, (_, reply) => reply.answer(status, location(path)))
      elsewhere.on(path, (_, reply) => reply.answer(401))
    }
    const client = await open({ url: delivery.url, key: 'sk_secret', timing })
    await vi.waitFor(async () => expect(await client.events('error')).not.toEqual([]))
    await client.close()
    const keys = ['/v1/stream', '/v1/bundle'].flatMap((path) =>
      elsewhere.asked(path).map((one) => one.headers.authorization),
    )
    expect(keys.filter(Boolean)).toEqual([])
  })
}
