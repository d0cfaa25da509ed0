import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Edge } from '../../src/edge/edge.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, type TestOrganization } from '../../src/testing/test-organization.ts'

/** More than the system buffers for a client that does not read. */
const bundleBytes = 12 * 1024 * 1024
const padding = 'x'.repeat(bundleBytes)

const timers = vi.spyOn(globalThis, 'setInterval')
const server = await startTestServer({
  delivery: { unreadBytes: 2.5 * bundleBytes },
  wrapEdge: (edge): Edge => ({
    ...edge,
    readBundle: async (id) => {
      const bundle = await edge.readBundle(id)
      return bundle && { ...bundle, segments: [['padding', JSON.stringify(padding)]] }
    },
  }),
})

const tick = timers.mock.calls.find(([, ms]) => ms === 100)?.[0] as () => void
/** Runs the heartbeat, which otherwise comes every 15 seconds. */
const beat = () => {
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 15_000)
  tick()
  clock.mockRestore()
}
timers.mockRestore()

const metric = async (name: string): Promise<number> => {
  const metrics = await (await fetch(`${server.deliveryUrl}/metrics`)).text()
  return Number(
    metrics
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length) ?? 0,
  )
}
const unread = () => metric('bunting_delivery_streams_unread_bytes')
const cutOff = () => metric('bunting_delivery_streams_cut_off_total{bound="total"}')

/** Opens a stream, reads its head, and then stops reading. */
const openSlow = async ({ key }: { key: string }) => {
  const socket = connect(Number(new URL(server.deliveryUrl).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const state = { closed: false, bytes: 0 }
  socket.on('close', () => {
    state.closed = true
  })
  socket.on('error', () => undefined)
  socket.write(`GET /v1/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`)
  await once(socket, 'readable')
  const resume = () => {
    socket.on('data', (part) => {
      state.bytes += part.length
    })
    socket.resume()
  }
  return { state, resume, close: () => socket.destroy() }
}

const closeAll = async (readers: readonly { close(): void }[]) => {
  for (const { close } of readers) close()
  await vi.waitFor(async () => expect(await unread()).toBe(0))
}

test('readers that do not read share the bytes of what they are sent', async () => {
  const org = await server.newOrganization()
  const before = process.memoryUsage.rss()
  const readers = await Promise.all(Array.from({ length: 40 }, () => openSlow(org)))
  await vi.waitFor(async () => expect(await unread()).toBeGreaterThan(bundleBytes))
  expect(await unread(), 'one message').toBeLessThan(bundleBytes + 1_000)
  expect(process.memoryUsage.rss() - before, 'and no copies of it').toBeLessThan(20 * bundleBytes)
  await closeAll(readers)
})

test('past what all may leave unread the slowest are cut off, and nobody else', async () => {
  const orgs: TestOrganization[] = []
  for (let made = 0; made < 3; made++) orgs.push(await server.newOrganization())
  const [first, second, third] = orgs as [TestOrganization, TestOrganization, TestOrganization]
  const fast = await openSlow(first)
  fast.resume()
  await vi.waitFor(() => expect(fast.state.bytes).toBeGreaterThan(bundleBytes))
  const before = await cutOff()
  const slowest = [await openSlow(first), await openSlow(first)]
  await vi.waitFor(async () => expect(await unread()).toBeGreaterThan(bundleBytes))
  const others = [await openSlow(second)]
  await vi.waitFor(async () => expect(await unread()).toBeGreaterThan(2 * bundleBytes))
  others.push(await openSlow(third))
  await vi.waitFor(async () => expect((await cutOff()) - before).toBe(2))
  expect(await unread()).toBeLessThan(2.5 * bundleBytes)
  for (const { resume } of slowest) resume()
  await vi.waitFor(() => expect(slowest.map(({ state }) => state.closed)).toEqual([true, true]))
  expect(others.map(({ state }) => state.closed)).toEqual([false, false])
  const flag = await first.createFlag()
  await first.put(first.at(flag.key), config())
  await vi.waitFor(() => expect(fast.state.bytes, 'who reads goes on').toBeGreaterThan(2 * bundleBytes))
  await closeAll([fast, ...others])
})

test('a reader that is still taking a message is not cut off because time passes', async () => {
  const reader = await openSlow(await server.newOrganization())
  await vi.waitFor(async () => expect(await unread()).toBeGreaterThan(bundleBytes))
  beat()
  reader.resume()
  await vi.waitFor(() => expect(reader.state.closed || reader.state.bytes > bundleBytes).toBe(true))
  expect(reader.state.bytes).toBeGreaterThan(bundleBytes)
  await closeAll([reader])
})

test('a change after a stream has ended with its key is written to nobody, and others hear of it', async () => {
  const org = await server.newOrganization()
  const keys = `${org.base}/environments/${org.environmentId('development')}/api-keys`
  const { body: made } = await org.post(keys, { description: 'To be revoked', type: 'server', scopes: ['evaluate'] })
  const ended = await openSlow({ key: made.key })
  const other = await openSlow(org)
  other.resume()
  await vi.waitFor(() => expect(other.state.bytes).toBeGreaterThan(bundleBytes))
  await org.delete(`${keys}/${made.id}`)
  await vi.waitFor(async () => {
    const headers = { authorization: `Bearer ${made.key}` }
    expect((await fetch(`${server.deliveryUrl}/v1/bundle`, { headers })).status).toBe(401)
  })
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config())
  await vi.waitFor(() => expect(other.state.bytes).toBeGreaterThan(2 * bundleBytes))
  ended.resume()
  await vi.waitFor(() => expect(ended.state.closed || ended.state.bytes > bundleBytes).toBe(true))
  expect(ended.state.bytes, 'the message that was under way').toBeGreaterThan(bundleBytes)
  await closeAll([other])
  expect(ended.state.bytes, 'and no other').toBeLessThan(1.5 * bundleBytes)
  await closeAll([ended])
})
