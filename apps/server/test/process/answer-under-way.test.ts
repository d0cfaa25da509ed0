import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { listen } from '../../src/http/server/listen.ts'
import { unboundedRoom } from '../../src/testing/servers/unbounded.ts'

test('a listener that closes waits for an answer under way, and not for its connection', async () => {
  const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>()
  const handler = {
    listener: async (_: unknown, response: ServerResponse) => {
      response.writeHead(200, { 'content-length': 8 }).write('half')
      await mayEnd
      response.end('half')
    },
  }
  const longest = 2 ** 31 - 1
  const { port, close } = await listen(handler, '127.0.0.1', 0, unboundedRoom, longest)
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'readable')
  const closed = close()
  letEnd()
  expect(await text(socket)).toMatch(/halfhalf$/)
  await closed
})
