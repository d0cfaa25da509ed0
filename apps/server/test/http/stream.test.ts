import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { openEventStream } from '../../src/testing/clients/event-stream.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()
const url = `${server.deliveryUrl}/v1/stream`

const open = async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag({ clientSafe: true })
  await org.put(org.at(flag.key), config())
  const client = await org.createKey({ type: 'client' })
  const stream = async (key: string, headers: Record<string, string> = {}, query = '') => {
    const opened = await openEventStream(`${url}${query}`, { authorization: `Bearer ${key}`, ...headers })
    onTestFinished(opened.close)
    return opened
  }
  const change = async (version: number) =>
    org.put(org.at(flag.key), config({ version, defaultValue: version % 2 === 0 }))
  return { org, flag, client, stream, change }
}

test('a server key is told the bundle, first the current one and then each change', async () => {
  const { org, flag, stream, change } = await open()
  const { response, next } = await stream(org.key)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(response.headers.get('cache-control'), 'once').toBe('no-store, no-transform')
  const first = await next()
  expect(first?.event).toBe('bundle')
  const bundle = JSON.parse(first?.data ?? '')
  expect(first?.id).toBe(String(bundle.revision))
  expect(bundle).toEqual((await deliveryClient(server.deliveryUrl, org.key).bundle()).body)
  await change(2)
  const second = JSON.parse((await next())?.data ?? '')
  expect(second.revision).toBe(bundle.revision + 1)
  expect(second.flags[flag.key].config.version).toBe(2)
})

test('a client key is told that something changed, and never a rule', async () => {
  const { client, stream, change } = await open()
  const { next } = await stream(client.key)
  const first = await next()
  expect(first).toEqual({ event: 'changed', id: first?.id, data: `{"revision":${first?.id}}` })
  await change(2)
  expect(await next()).toMatchObject({ event: 'changed', id: String(Number(first?.id) + 1) })
})

test('who takes patches is told the whole at first, and then what changed', async () => {
  const { org, flag, stream, change } = await open()
  for (const query of ['?from=', '?from=0', '?from=no-revision', '?from=999999999999999']) {
    expect((await (await stream(org.key, {}, query)).next())?.event, query).toBe('bundle')
  }
  const { next } = await stream(org.key, {}, '?from=0')
  const first = await next()
  await change(2)
  const second = await next()
  expect(second).toMatchObject({ event: 'patch', id: String(Number(first?.id) + 1) })
  expect(JSON.parse(second?.data ?? '')).toMatchObject({
    environmentId: org.environmentId('development'),
    from: Number(first?.id),
    revision: Number(second?.id),
    flags: { [flag.key]: { config: { version: 2 } } },
    segments: {},
  })
})

test('who comes back is told what changed since, by the header before the address', async () => {
  const { org, flag, stream, change } = await open()
  const id = Number((await (await stream(org.key)).next())?.id)
  await change(2)
  await change(3)
  await vi.waitFor(async () => expect((await (await stream(org.key)).next())?.id).toBe(String(id + 2)))
  const cases = [
    [`?from=${id}`, {}, id],
    ['?from=0', { 'last-event-id': String(id + 1) }, id + 1],
  ] as const
  for (const [query, headers, from] of cases) {
    const told = await (await stream(org.key, headers, query)).next()
    expect(told?.event).toBe('patch')
    expect(JSON.parse(told?.data ?? '')).toMatchObject({ from, revision: id + 2, flags: { [flag.key]: {} } })
  }
})

test('a reader that is too far behind is told the whole, and one that says no revision never gets a patch', async () => {
  const { org, stream, change } = await open()
  const ancient = await stream(org.key, {}, '?from=1')
  const old = await stream(org.key)
  const bundle = await ancient.next()
  expect(bundle).toEqual(await old.next())
  await change(2)
  expect([(await ancient.next())?.event, (await old.next())?.event]).toEqual(['patch', 'bundle'])
})

test('a client key that asks for patches is told that something changed', async () => {
  const { client, stream, change } = await open()
  const { next } = await stream(client.key, {}, '?from=0')
  expect((await next())?.event).toBe('changed')
  await change(2)
  expect((await next())?.event).toBe('changed')
})

test('a reader that has the current revision is told the next one only', async () => {
  const { org, stream, change } = await open()
  const { id } = (await (await stream(org.key)).next()) ?? { id: '' }
  const resumed = await stream(org.key, { 'last-event-id': id })
  await change(2)
  expect((await resumed.next())?.id).toBe(String(Number(id) + 1))
  const fallback = await stream(org.key, { 'last-event-id': id })
  expect((await fallback.next())?.id).toBe(String(Number(id) + 1))
})

test('a reader with an id that was never given out is told the current revision', async () => {
  const { org, client, stream } = await open()
  const { id } = (await (await stream(org.key)).next()) ?? { id: '' }
  for (const key of [org.key, client.key]) {
    const ahead = await stream(key, { 'last-event-id': '999999999999999' })
    expect((await ahead.next())?.id).toBe(id)
  }
})

test('a browser may bring a client key in the address, but never a server key', async () => {
  const { org, client } = await open()
  const opened = await openEventStream(`${url}?key=${client.key}`)
  onTestFinished(opened.close)
  expect(await opened.next()).toMatchObject({ event: 'changed' })
  const refused = await fetch(`${url}?key=${org.key}`)
  expect(refused.status).toBe(401)
  expect((await fetch(url)).status).toBe(401)
})

test('a change of one environment is not told to the readers of another', async () => {
  const { org, flag, stream, change } = await open()
  const staging = await org.createKey({}, 'staging')
  const other = await stream(staging.key)
  const first = JSON.parse((await other.next())?.data ?? '')
  expect(first.flags).toEqual({})
  await change(2)
  await org.put(org.at(flag.key, 'staging'), config())
  expect(JSON.parse((await other.next())?.data ?? '').flags[flag.key].config.version).toBe(1)
})

test('a stream ends with its key', async () => {
  const { org, stream } = await open()
  const key = await org.createKey()
  const reader = await stream(key.key)
  const other = await stream(org.key)
  await reader.next()
  await other.next()
  await org.delete(`${org.base}/environments/${org.environmentId('development')}/api-keys/${key.id}`)
  expect(await reader.next()).toBeUndefined()
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config())
  expect(await other.next()).toMatchObject({ event: 'bundle' })
})

test('many readers are all told', async () => {
  const { org, stream, change } = await open()
  const streams = await Promise.all(Array.from({ length: 200 }, () => stream(org.key)))
  const first = await Promise.all(streams.map(({ next }) => next()))
  expect(new Set(first.map((event) => event?.id)).size).toBe(1)
  await change(2)
  const second = await Promise.all(streams.map(({ next }) => next()))
  expect(second.every((event) => Number(event?.id) === Number(first[0]?.id) + 1)).toBe(true)
})

test('a reader that reads nothing is cut off, and holds nobody up', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag({ type: 'string' })
  const slow = connect(Number(new URL(server.deliveryUrl).port), '127.0.0.1')
  onTestFinished(() => void slow.destroy())
  slow.write(`GET /v1/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${org.key}\r\n\r\n`)
  slow.pause()
  const closed = vi.fn()
  slow.on('close', closed)
  slow.on('error', () => undefined)
  const fast = await openEventStream(url, { authorization: `Bearer ${org.key}` })
  onTestFinished(fast.close)
  await fast.next()
  for (let version = 1; version <= 60; version++) {
    const variants = Array.from({ length: 20 }, (_, at) => ({ key: `v${at}`, value: `${version}${'x'.repeat(9_000)}` }))
    const { status } = await org.put(org.at(flag.key), config({ version, defaultValue: '', variants }))
    expect(status).toBe(201)
    expect(await fast.next()).toMatchObject({ event: 'bundle' })
  }
  const metrics = await (await fetch(`${server.deliveryUrl}/metrics`)).text()
  slow.resume()
  await vi.waitFor(() => expect(closed).toHaveBeenCalled())
  expect(metrics).toContain('bunting_delivery_streams')
})
