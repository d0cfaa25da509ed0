import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

/** Opens a stream from one of this machine's addresses; returns its status and a function that closes it. */
const openFrom =
  (deliveryUrl: string) =>
  async (key: string, address: string, path = '/v1/stream') => {
    const request = get(`${deliveryUrl}${path}`, {
      localAddress: address,
      agent: false,
      headers: path === '/v1/stream' ? { authorization: `Bearer ${key}` } : {},
    })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    let text = ''
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    response.on('error', () => undefined)
    onTestFinished(() => void request.destroy())
    if (response.statusCode !== 200) await once(response, 'end')
    return { status: response.statusCode, headers: response.headers, close: () => request.destroy(), body: () => text }
  }

const [here, there, elsewhere] = ['127.0.0.1', '127.0.0.2', '127.0.0.3'] as const
const endless = Number.POSITIVE_INFINITY

const start = async (streams: { total?: number; perKey?: number; perAddress?: number }) => {
  const bounds = { total: endless, perKey: endless, perAddress: endless, ...streams }
  const server = await startTestServer({ delivery: { streams: bounds } })
  const organization = await server.newOrganization()
  const clientKey = async () => (await organization.createKey({ type: 'client' })).key as string
  return { server, organization, clientKey, open: openFrom(server.deliveryUrl) }
}

test('an address has so many streams of client keys, whichever keys they are, and gets a place back by closing one', async () => {
  const { organization, clientKey, open, server } = await start({ perAddress: 2 })
  const [first, second] = [await clientKey(), await clientKey()]
  const opened = await open(first, here)
  expect([opened.status, (await open(second, here)).status]).toEqual([200, 200])
  const refused = await open(first, here)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(JSON.parse(refused.body())).toMatchObject({ error: { code: 'RATE_LIMITED', message: /address/ } })
  expect((await open(first, there)).status).toBe(200)
  expect((await open(organization.key, here)).status, 'a server key').toBe(200)
  opened.close()
  await vi.waitFor(async () => expect((await open(first, here)).status).toBe(200))
  const metrics = await (await fetch(`${server.deliveryUrl}/metrics`)).text()
  expect(metrics).toMatch(/^bunting_delivery_streams_refused_total\{bound="address"\} [1-9]/m)
})

test('a client key has so many streams, from wherever they come', async () => {
  const { organization, clientKey, open } = await start({ perKey: 2 })
  const [first, second] = [await clientKey(), await clientKey()]
  expect([(await open(first, here)).status, (await open(first, there)).status]).toEqual([200, 200])
  const refused = await open(first, elsewhere)
  expect(refused.status).toBe(429)
  expect(JSON.parse(refused.body())).toMatchObject({ error: { code: 'RATE_LIMITED', message: /key/ } })
  expect((await open(second, here)).status).toBe(200)
  const ofServer = await Promise.all([1, 2, 3].map(() => open(organization.key, here)))
  expect(ofServer.map(({ status }) => status)).toEqual([200, 200, 200])
})

test('all keys share the whole, and past it the service is what has no room', async () => {
  const { organization, clientKey, open } = await start({ total: 2 })
  const client = await clientKey()
  const opened = await open(organization.key, here)
  expect([opened.status, (await open(client, here)).status]).toEqual([200, 200])
  for (const key of [organization.key, client]) {
    const refused = await open(key, there)
    expect(refused.status).toBe(503)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(JSON.parse(refused.body())).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE' } })
  }
  opened.close()
  await vi.waitFor(async () => expect((await open(organization.key, here)).status).toBe(200))
})

test('OFREP’s stream counts with the others, and says so in its own way', async () => {
  const { organization, clientKey, open, server } = await start({ total: 2, perAddress: 1 })
  const client = await clientKey()
  const answer = await fetch(`${server.deliveryUrl}/ofrep/v1/evaluate/flags`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client}`, 'content-type': 'application/json' },
    body: '{"context":{}}',
  })
  const { eventStreams } = (await answer.json()) as { eventStreams: { endpoint: { requestUri: string } }[] }
  const path = eventStreams[0]?.endpoint.requestUri ?? ''
  const opened = await open('', here, path)
  expect([opened.status, opened.headers['cache-control']]).toEqual([200, 'no-store, no-transform'])
  const refused = await open('', here, path)
  expect([refused.status, JSON.parse(refused.body())]).toMatchObject([429, { error: { code: 'RATE_LIMITED' } }])
  expect((await open(organization.key, here)).status).toBe(200)
  const full = await open('', there, path)
  expect([full.status, JSON.parse(full.body())]).toMatchObject([500, { errorCode: 'GENERAL' }])
  expect(Number(full.headers['retry-after'])).toBeGreaterThan(0)
})

test('whoever is gone before their key was found leaves no place taken', async () => {
  const waiting = Promise.withResolvers<void>()
  const asked = vi.fn()
  const server = await startTestServer({
    delivery: { streams: { total: 1, perKey: endless, perAddress: endless } },
    wrapEdge: (edge) => ({
      ...edge,
      readKey: async (hash) => {
        asked()
        await waiting.promise
        return edge.readKey(hash)
      },
    }),
  })
  const { key } = await server.newOrganization()
  const gone = get(`${server.deliveryUrl}/v1/stream`, { agent: false, headers: { authorization: `Bearer ${key}` } })
  gone.on('error', () => undefined)
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  gone.destroy()
  // When this other connection is answered, the server has noticed that the first one is gone.
  await fetch(`${server.deliveryUrl}/healthz`)
  waiting.resolve()
  await vi.waitFor(async () => expect((await openFrom(server.deliveryUrl)(key, here)).status).toBe(200))
})
