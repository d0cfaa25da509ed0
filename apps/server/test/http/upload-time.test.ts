import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { BufferedMessage } from '../../src/http/server/buffered-message.ts'
import { listen } from '../../src/http/server/listen.ts'
import { managementApp } from '../../src/management/app.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { unboundedMs, unboundedRoom } from '../../src/testing/servers/unbounded.ts'

const server = await startTestServer()

const listenWith = async (listener: RequestListener, bodies: { wholeMs: number; pauseMs: number }) => {
  const { port, close } = await listen({ listener }, '127.0.0.1', 0, { ...unboundedRoom, bodies })
  onTestFinished(close)
  return port
}

/** A request of which the head and the first bytes are sent. */
const begin = (port: number, path: string, first: string, headers: string[] = []) => {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const send = (text: string) => socket.write(`${text.length.toString(16)}\r\n${text}\r\n`)
  socket.write([`POST ${path} HTTP/1.1`, 'Host: x', 'Transfer-Encoding: chunked', ...headers, '', ''].join('\r\n'))
  send(first)
  const answered = async () => String((await once(socket, 'data'))[0])
  return { send, end: () => socket.write('0\r\n\r\n'), answered }
}

test('a body has a time to be whole, and one that is read as it comes may take longer', async () => {
  const port = await listenWith(
    (request, response) => {
      if (request.url === '/upload') (request as BufferedMessage).streamBody()
      let bytes = 0
      request.on('data', (part: Buffer) => {
        bytes += part.length
      })
      request.on('end', () => response.end(`${bytes} bytes`))
    },
    { wholeMs: 50, pauseMs: unboundedMs },
  )
  const upload = begin(port, '/upload', 'one')
  const other = begin(port, '/other', 'one')
  expect(await other.answered()).toMatch(/^HTTP\/1\.1 408 /)
  upload.send('two')
  upload.end()
  expect(await upload.answered()).toMatch(/^HTTP\/1\.1 200 .*6 bytes$/s)
})

test('a handler that does not read is no pause of the caller', async () => {
  let readOn = (): unknown => undefined
  const port = await listenWith(
    (request, response) => {
      ;(request as BufferedMessage).streamBody()
      const read = () => request.resume().on('end', () => response.end('all'))
      if (request.url === '/unread') readOn = read
      else read()
    },
    { wholeMs: unboundedMs, pauseMs: 50 },
  )
  const unread = begin(port, '/unread', 'x'.repeat(1024 * 1024))
  const paused = begin(port, '/paused', 'x')
  expect(await paused.answered()).toMatch(/^HTTP\/1\.1 408 /)
  unread.end()
  readOn()
  expect(await unread.answered()).toMatch(/^HTTP\/1\.1 200 /)
})

test('an upload of ids that pauses for too long is cut off, and nothing is changed', async () => {
  const org = await server.newOrganization()
  const { key } = await org.uploadSegment('ada')
  const port = await listenWith(getRequestListener(managementApp(server.deps, { checks: {} }).fetch), {
    wholeMs: unboundedMs,
    pauseMs: 50,
  })
  const path = `${org.segmentAt(key)}/ids`
  const stalled = begin(port, `${path}?op=replace`, 'bob\n', [
    `Authorization: Bearer ${org.key}`,
    'Content-Type: text/plain',
  ])
  expect(await stalled.answered()).toMatch(/^HTTP\/1\.1 408 /)
  await vi.waitFor(async () => expect((await org.walk(`${path}/versions`))[0]).toMatchObject({ version: 1, size: 1 }))
})
