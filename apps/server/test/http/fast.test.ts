import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { config } from '../../src/testing/test-organization.ts'
import { startTwoWays, ways } from './support/two-ways.ts'

const server = await startTwoWays()
const org = await server.newOrganization()
await org.createFlag({ key: 'on' })
await org.put(org.at('on'), config({}))
await org.createFlag({ key: 'long', type: 'string' })
await org.put(org.at('long'), config({ defaultValue: 'x'.repeat(9_000) }))
const { key: clientKey } = await org.createKey({ type: 'client' })

const body = '{"flagKey":"on","context":{}}'
const headOf = (length: number, more: string[] = [], key = org.key, path = '/v1/evaluate') =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    ...more,
    '\r\n',
  ].join('\r\n')
const ask = (id: string, key = org.key) => headOf(body.length, [`X-Request-Id: ${id}`], key) + body

/** A connection, with the text received so far. */
const connectTo = async (port: number) => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  const state = { text: '', isOpen: true }
  socket.on('data', (part) => {
    state.text += part
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    state.isOpen = false
  })
  socket.on('end', () => socket.end())
  await once(socket, 'connect')
  const idsOf = () => [...state.text.matchAll(/X-Request-Id: (\S+)/g)].map(([, id]) => id)
  return Object.assign(state, {
    socket,
    ids: idsOf,
    answers: (...ids: string[]) => expect.poll(idsOf).toEqual(ids),
    ends: () => expect.poll(() => state.isOpen).toBe(false),
  })
}

afterEach(() => void vi.useRealTimers())

describe.each(ways)('%s', (http) => {
  test('requests that come together are answered in their order, though the first has to wait for its key', async () => {
    const { key } = await org.createKey()
    const { port } = await server.listenBy(http)
    const caller = await connectTo(port)
    caller.socket.write(ask('one', key) + ask('two') + ask('three') + ask('four', key))
    await caller.answers('one', 'two', 'three', 'four')
    caller.socket.write(ask('five'))
    await caller.answers('one', 'two', 'three', 'four', 'five')
    expect(caller.isOpen).toBe(true)
  })

  test('a request of another kind is answered in its turn, and what comes after it too', async () => {
    const { key } = await org.createKey()
    const { port } = await server.listenBy(http)
    const caller = await connectTo(port)
    const health = 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-Id: health\r\n\r\n'
    caller.socket.write(ask('one', key) + health + ask('two'))
    await caller.answers('one', 'health', 'two')
    caller.socket.write(ask('three'))
    await caller.answers('one', 'health', 'two', 'three')
  })

  test('a body that comes in pieces is answered when it is whole, and a head in pieces too', async () => {
    const { port } = await server.listenBy(http)
    const caller = await connectTo(port)
    caller.socket.write(headOf(body.length))
    for (const byte of body.slice(0, -1)) {
      caller.socket.write(byte)
      await new Promise(setImmediate)
    }
    expect(caller.text).toBe('')
    caller.socket.write(body.slice(-1))
    await expect.poll(() => caller.text).toContain('"flagKey":"on"')
    for (const byte of ask('slow')) {
      caller.socket.write(byte)
      await new Promise(setImmediate)
    }
    await expect.poll(() => caller.ids().at(-1)).toBe('slow')
  })

  test('whoever is refused before all of the body is there is told that the connection ends, and it does', async () => {
    const { port } = await server.listenBy(http)
    const caller = await connectTo(port)
    caller.socket.write(headOf(body.length, [], 'nonsense'))
    await caller.ends()
    expect(caller.text).toMatch(/^HTTP\/1\.1 401 [\s\S]*\r\nConnection: close\r\n/)
  })

  test('whoever says that nothing more comes is answered what was whole, and the connection ends', async () => {
    const { port } = await server.listenBy(http)
    const caller = await connectTo(port)
    caller.socket.end(ask('only'))
    await caller.ends()
    expect(caller.ids()).toEqual(['only'])
    const half = await connectTo(port)
    half.socket.end(headOf(body.length) + body.slice(1))
    await half.ends()
    expect(half.text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n\r\n$/)
  })

  test('limits are counted and told the same, for keys and for addresses', async () => {
    const limit = { rate: 0.001, burst: 2 }
    const { port } = await server.listenBy(http, { clientLimit: limit, failedLimit: limit })
    const caller = await connectTo(port)
    caller.socket.write(ask('one', clientKey) + ask('two', clientKey) + ask('three', clientKey))
    await caller.ends()
    expect(caller.ids()).toEqual(['one', 'two', 'three'])
    expect([...caller.text.matchAll(/RateLimit-Remaining: (\d+)/g)].map(([, left]) => left)).toEqual(['1', '0', '0'])
    expect(caller.text).toMatch(/HTTP\/1\.1 429 [\s\S]*Retry-After: \d+/)
  })

  test('a caller that takes no answers is not read from any more, and goes on when it does', async () => {
    const { port } = await server.listenBy(http)
    const caller = await connectTo(port)
    caller.socket.pause()
    const ids: string[] = []
    const attributes = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`a${at}`, 'x'.repeat(800)]))
    const long = JSON.stringify({ flagKey: 'long', context: { attributes } })
    let waiting = 0
    // The system buffers an unknown amount: so requests are sent until some of them stay in our own buffer.
    const isStuck = () => {
      const before = waiting
      waiting = caller.socket.writableLength
      if (waiting > 0) return waiting === before
      const next = Array.from({ length: 100 }, (_, at) => `n${ids.length + at}`)
      ids.push(...next)
      caller.socket.write(next.map((id) => headOf(long.length, [`X-Request-Id: ${id}`]) + long).join(''))
      return false
    }
    await expect.poll(isStuck).toBe(true)
    caller.socket.resume()
    await expect.poll(() => caller.text.includes(`X-Request-Id: ${ids.at(-1)}\r\n`), { interval: 20 }).toBe(true)
    expect(caller.ids()).toEqual(ids)
  })

  test('when it closes, what is in flight is answered and told that the connection ends; idle ones end', async () => {
    const listener = await server.listenBy(http)
    const [idle, asking] = [await connectTo(listener.port), await connectTo(listener.port)]
    idle.socket.write(ask('idle'))
    await idle.answers('idle')
    asking.socket.write(`${ask('before')}${headOf(body.length, ['X-Request-Id: asking'])}${body.slice(0, 5)}`)
    await asking.answers('before')
    const closed = listener.close()
    await idle.ends()
    asking.socket.write(body.slice(5))
    await asking.ends()
    expect(asking.ids()).toEqual(['before', 'asking'])
    expect([...asking.text.matchAll(/Connection: (\S+)/g)].map(([, one]) => one)).toEqual(['keep-alive', 'close'])
    await closed
  })
})

describe('time', () => {
  const listenAndWait = async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { port } = await server.listenBy('fast')
    return { port, pass: (seconds: number) => void vi.advanceTimersByTime(1_000 * seconds) }
  }

  test('a connection is kept for as long as its answers promise, and not much longer', async () => {
    const { port, pass } = await listenAndWait()
    const caller = await connectTo(port)
    caller.socket.write(ask('one'))
    await caller.answers('one')
    expect(caller.text).toContain('Keep-Alive: timeout=65\r\n')
    pass(65)
    caller.socket.write(ask('two'))
    await caller.answers('one', 'two')
    pass(65)
    expect(caller.isOpen).toBe(true)
    pass(10)
    await caller.ends()
  })

  test('a body that does not become whole is given half a minute', async () => {
    const { port, pass } = await listenAndWait()
    const caller = await connectTo(port)
    caller.socket.write(`${ask('before')}${headOf(body.length)}${body.slice(1)}`)
    await caller.answers('before')
    pass(30)
    expect(caller.isOpen).toBe(true)
    pass(10)
    await caller.ends()
    expect(caller.text).toMatch(/\r\n\r\n[^\r]+HTTP\/1\.1 408 Request Timeout\r\nConnection: close\r\n\r\n$/)
  })

  test('who says nothing at first is answered when they do', async () => {
    const { port, pass } = await listenAndWait()
    const caller = await connectTo(port)
    pass(10)
    caller.socket.write(ask('late'))
    await caller.answers('late')
  })
})
