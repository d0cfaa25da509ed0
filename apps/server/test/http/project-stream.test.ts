import { once } from 'node:events'
import { connect } from 'node:net'
import { createClient } from '@bunting/contract'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type EventReader, sendEvents } from '../../src/http/endpoint/send-events.ts'
import { listen } from '../../src/http/server/listen.ts'
import { managementApp } from '../../src/management/app.ts'
import { openLive } from '../../src/management/live/open-live.ts'
import { readProjectStream } from '../../src/testing/clients/project-stream.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { unboundedRoom } from '../../src/testing/servers/unbounded.ts'

const server = await startTestServer()

/** The Management API on a port, as callers see it, with a limit of streams. */
const openPort = async (maxStreams: number) => {
  const timers = vi.spyOn(globalThis, 'setInterval')
  const live = openLive(server.deps, maxStreams)
  /** Runs the heartbeat, which otherwise comes every 15 seconds. */
  const beat = timers.mock.calls.find(([, ms]) => ms === 15_000)?.[0] as () => void
  timers.mockRestore()
  const app = managementApp({ ...server.deps, live }, { checks: {} })
  const listener = await listen({ listener: getRequestListener(app.fetch) }, '127.0.0.1', 0, unboundedRoom)
  const close = () => Promise.all([live.close(), listener.close()])
  onTestFinished(async () => void (await close()))
  return { url: `http://127.0.0.1:${listener.port}`, port: listener.port, beat, close }
}

test('the client hands out events as they come, and who leaves makes room', async () => {
  const { url } = await openPort(1)
  const org = await server.newOrganization()
  const abort = new AbortController()
  const follow = (fetch: typeof globalThis.fetch = globalThis.fetch) =>
    createClient({ baseUrl: url, key: org.key, fetch }).streamProject({ params: { projectId: org.project.id } })
  const events = await follow((input, init) => fetch(input, { ...init, signal: abort.signal }))
  const flag = await org.createFlag()
  const { value: first } = await events[Symbol.asyncIterator]().next()
  expect(first).toMatchObject({ event: 'changed', data: { action: 'flag.created', flagKey: flag.key } })
  await expect(follow()).rejects.toMatchObject({ code: 'RATE_LIMITED', status: 429 })
  abort.abort()
  await vi.waitFor(follow)
})

test('nothing is sent but a comment while nothing happens, and a stream ends at once when the service stops', async () => {
  const { url, port, beat, close } = await openPort(10)
  const org = await server.newOrganization()
  const headers = { authorization: `Bearer ${org.key}` }
  const stream = readProjectStream(await fetch(`${url}${org.base}/stream`, { headers }))
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (part) => {
    text += part
  })
  socket.write(`GET ${org.base}/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${org.key}\r\n\r\n`)
  await vi.waitFor(() => expect(text).toMatch(/id: \d+\n\n\r\n$/))
  expect(text).toMatch(/^HTTP\/1.1 200 OK\r\n/)
  expect(text).toMatch(/^x-request-id: .+\r\n/im)
  const before = text.length
  beat()
  await vi.waitFor(() => expect(text.slice(before)).toBe('3\r\n:\n\n\r\n'))
  const closed = once(socket, 'close')
  await close()
  expect(await stream.next()).toBeUndefined()
  await closed
})

test('who takes nothing is cut off before much waits for them', async () => {
  const { promise: opened, resolve } = Promise.withResolvers<EventReader>()
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>()
  const open = (reader: EventReader) => {
    resolve(reader)
    return leave
  }
  const app = new Hono().get('/', (c) => sendEvents(c, { open }))
  const listener = await listen({ listener: getRequestListener(app.fetch) }, '127.0.0.1', 0, unboundedRoom)
  onTestFinished(listener.close)
  const socket = connect(listener.port, '127.0.0.1').on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const reader = await opened
  let isGone = false
  void gone.then(() => {
    isGone = true
  })
  const bytes = new Uint8Array(32 * 1_024)
  let written = 0
  while (!isGone) {
    reader.write(bytes)
    written += bytes.length
    await new Promise(setImmediate)
  }
  expect(written).toBeLessThan(32 * 1_024 * 1_024)
})
