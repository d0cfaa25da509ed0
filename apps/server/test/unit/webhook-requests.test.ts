import { createServer, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAllowedHosts } from '../../src/base/allowed-hosts.ts'
import { atEnd } from '../../src/testing/at-end.ts'
import { startDnsServer } from '../../src/testing/servers/dns-server.ts'
import { startReceiver } from '../../src/testing/servers/receiver.ts'
import { openTries } from '../../src/webhooks/open-tries.ts'
import { openResolver, type Resolve } from '../../src/webhooks/resolve.ts'
import { certificate, privateKey } from './support/certificate.ts'

const tls = { key: privateKey, cert: certificate }
const here: Resolve = async () => ['127.0.0.1']

const open = ({ allow = '127.0.0.0/8', resolve = here, timeoutMs = 15_000 } = {}) =>
  openTries({ allowed: readAllowedHosts(allow), resolve }, timeoutMs)

/** A server that writes anything to its clients. */
const startRaw = async (onConnection: (socket: Socket) => void): Promise<string> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`
}

test('a message is posted as JSON, once, by a connection of its own', async () => {
  const receiver = await startReceiver()
  const tried = await open().send(`${receiver.url}?a=b%20c#d`, { 'webhook-id': 'msg_1' }, '{"a":"ü"}')
  expect(tried).toMatchObject({ outcome: 'delivered', statusCode: 200, error: null })
  expect(receiver.received).toEqual([
    {
      path: '/hook?a=b%20c',
      body: '{"a":"ü"}',
      headers: {
        host: `127.0.0.1:${receiver.port}`,
        connection: 'close',
        'webhook-id': 'msg_1',
        'user-agent': expect.stringMatching(/^Bunting\/\d+\.\d+\.\d+$/),
        'content-type': 'application/json',
        'content-length': '10',
      },
    },
  ])
})

test('a redirect is a failure, and is not followed', async () => {
  const other = await startReceiver()
  const receiver = await startReceiver({ reply: { status: 308, headers: { location: other.url } } })
  const tried = await open().send(receiver.url, {}, '{}')
  expect(tried).toMatchObject({
    outcome: 'refused',
    statusCode: 308,
    error: 'It answered 308: redirects are not followed.',
  })
  expect(other.received).toEqual([])
})

test('of an answer its status is told, and when to come back, and nothing else', async () => {
  const receiver = await startReceiver({
    reply: { status: 503, headers: { 'retry-after': '120' }, body: 'the secret of an inner service' },
  })
  expect(await open().send(receiver.url, {}, '{}')).toEqual({
    outcome: 'refused',
    statusCode: 503,
    error: 'It answered 503.',
    retryAfter: '120',
    durationMs: expect.any(Number),
  })
})

test('the head of an answer decides, however long its body is', async () => {
  const endless = await startRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
    const write = () => {
      while (!socket.destroyed && socket.write(`400\r\n${'x'.repeat(1_024)}\r\n`));
    }
    socket.on('drain', write)
    write()
  })
  expect(await open().send(endless, {}, '{}')).toMatchObject({ outcome: 'delivered' })
  const stuck = await startRaw((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nx'))
  expect(await open({ timeoutMs: 300 }).send(stuck, {}, '{}')).toMatchObject({ outcome: 'delivered' })
})

describe('what is no answer', () => {
  const failure = (error: string) => ({ outcome: 'unreachable', statusCode: null, error })

  test('is said in a sentence that tells of no inner service', async () => {
    const gone = await startRaw((socket) => socket.destroy())
    const closed = failure('The connection was closed before there was an answer.')
    expect(await open().send(gone, {}, '{}')).toMatchObject(closed)
    const other = await startRaw((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
    expect(await open().send(other, {}, '{}')).toMatchObject(failure('What was answered is no HTTP.'))
    const switching = await startRaw((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    )
    expect(await open().send(switching, {}, '{}')).toMatchObject(closed)
    const long = await startRaw((socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`))
    const tooLong = failure('The headers of the answer are too long.')
    expect(await open().send(long, {}, '{}')).toMatchObject(tooLong)
    // A port that nobody listens on.
    expect(await open().send('http://127.0.0.1:1/', {}, '{}')).toMatchObject(failure('The connection was refused.'))
    const plain = await startReceiver()
    const untls = plain.url.replace('http:', 'https:')
    expect(await open().send(untls, {}, '{}')).toMatchObject(failure('There was no agreement on TLS.'))
  })

  test('takes so long and no longer, whether nobody answers or no name server does', async () => {
    const silent = await startReceiver({ reply: 'never' })
    const late = failure('There was no answer within 0.2 seconds.')
    expect(await open({ timeoutMs: 200 }).send(silent.url, {}, '{}')).toMatchObject(late)
    const tries = open({ timeoutMs: 200, resolve: () => new Promise(() => undefined) })
    expect(await tries.send('https://hooks.example/', {}, '{}')).toMatchObject(late)
    expect(await tries.check('https://hooks.example/')).toBe(late.error)
  })

  test('is ended by whoever stops, after a moment', async () => {
    const silent = await startReceiver({ reply: 'never' })
    const tries = open()
    const tried = tries.send(silent.url, {}, '{}')
    await silent.until(1)
    await tries.close(0)
    expect(await tried).toMatchObject({ outcome: 'abandoned', statusCode: null })
    expect(await tries.send(silent.url, {}, '{}')).toMatchObject({ outcome: 'abandoned' })
    expect(silent.received.length).toBe(1)
  })
})

describe('with TLS', () => {
  const trusted = getCACertificates('default')
  beforeAll(() => setDefaultCACertificates([...trusted, certificate]))
  afterAll(() => setDefaultCACertificates(trusted))

  test('the certificate is for the name, whatever address it leads to', async () => {
    const { port, received } = await startReceiver({ tls })
    expect(await open().send(`https://hooks.example:${port}/`, {}, '{}')).toMatchObject({ outcome: 'delivered' })
    expect(received[0]?.headers.host).toBe(`hooks.example:${port}`)
    for (const url of [`https://other.example:${port}/`, `https://127.0.0.1:${port}/`]) {
      expect(await open().send(url, {}, '{}')).toMatchObject({
        outcome: 'unreachable',
        error: 'The certificate is for another name.',
      })
    }
    expect(received.length).toBe(1)
  })

  test('one that nobody vouches for is refused', async () => {
    setDefaultCACertificates(trusted)
    const { port, received } = await startReceiver({ tls })
    expect(await open().send(`https://hooks.example:${port}/`, {}, '{}')).toMatchObject({
      outcome: 'unreachable',
      error: 'The certificate is not signed by an authority that is trusted here.',
    })
    expect(received).toEqual([])
  })
})

describe('a name that leads to one address first and to another after', () => {
  test('is connected to at the address that was looked at', async () => {
    const first = await startReceiver({ host: '127.0.0.2' })
    const other = await startReceiver({ host: '127.0.0.1', port: first.port })
    let asked = 0
    const resolve: Resolve = async () => (++asked === 1 ? ['127.0.0.2'] : ['127.0.0.1'])
    await open({ resolve }).send(`http://hooks.example:${first.port}/`, {}, '{}')
    expect({ asked, first: first.received.length, other: other.received.length }).toEqual({
      asked: 1,
      first: 1,
      other: 0,
    })
  })

  test('is public when it is looked at and loopback at the try: nothing arrives there', async () => {
    const receiver = await startReceiver({ tls })
    const zone = [['93.184.215.14'], ['127.0.0.1']]
    let checks = 0
    const server = await startDnsServer(() => zone[Math.floor(checks / 2)] ?? ['127.0.0.1'])
    const tries = openTries({ allowed: undefined, resolve: openResolver({ servers: [server] }) })
    const url = `https://hooks.example:${receiver.port}/`
    expect(await tries.check(url)).toBeUndefined()
    checks = 2
    const inner = 'The address is not public, or the name leads to one that is not.'
    expect(await tries.send(url, {}, '{}')).toMatchObject({ outcome: 'forbidden', statusCode: null, error: inner })
    expect(await tries.check(url)).toBe(inner)
    expect(receiver.received).toEqual([])
  })
})

describe('DNS', () => {
  const zone: Record<string, string[] | undefined> = {
    'hooks.example': ['127.0.0.1'],
    'six.example': ['2606:2800:21f::1', '93.184.215.14'],
    'nothing.example': [],
  }

  test('gives all addresses of a name, of both kinds', async () => {
    const resolve = openResolver({ servers: [await startDnsServer((name) => zone[name])] })
    const { signal } = new AbortController()
    const addresses = await resolve('six.example', { asSystem: false, signal })
    expect(addresses.toSorted()).toEqual(['2606:2800:21f::1', '93.184.215.14'])
    expect(await resolve('nothing.example', { asSystem: false, signal })).toEqual([])
  })

  test('that does not answer for many names holds up none that it answers for', async () => {
    const server = await startDnsServer((name) => zone[name])
    const receiver = await startReceiver()
    const tries = open({ resolve: openResolver({ servers: [server], timeoutMs: 60_000 }), timeoutMs: 60_000 })
    const dead = Array.from({ length: 50 }, (_, at) => tries.send(`https://dead-${at}.example/`, {}, '{}'))
    const alive = tries.send(`http://hooks.example:${receiver.port}/`, {}, '{}')
    expect(await Promise.race([alive, ...dead])).toMatchObject({ outcome: 'delivered' })
    await tries.close(0)
    expect((await Promise.all(dead)).every(({ outcome }) => outcome === 'abandoned')).toBe(true)
  })

  test('is not asked for names that the operator listed: the system is', async () => {
    const server = await startDnsServer(() => undefined)
    const receiver = await startReceiver()
    const tries = open({ allow: 'localhost', resolve: openResolver({ servers: [server] }) })
    const tried = await tries.send(`http://localhost:${receiver.port}/`, {}, '{}')
    expect(tried).toMatchObject({ outcome: 'delivered' })
  })
})
