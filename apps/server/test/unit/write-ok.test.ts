import { createServer, ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { writeOk } from '../../src/delivery/response/write-ok.ts'
import { keepAliveSeconds } from '../../src/http/server/listen.ts'

// `writeOk` rests on a name that is Node's own: `_header` is what it writes before the body. A Node that writes something
// else, or writes it twice, fails here.

test('the head that is written is the one that was given, once, and the connection stays open', async () => {
  const heads: unknown[] = []
  const server = createServer((_, response) => {
    writeOk(response, ['X-Request-Id', 'one', 'Content-Type', 'application/json', 'Content-Length', '2'])
    heads.push(response.headersSent)
    response.end('{}', 'latin1')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())

  const answer = [
    'HTTP/1.1 200 OK',
    'X-Request-Id: one',
    'Content-Type: application/json',
    'Content-Length: 2',
    'Date: <now>',
    'Connection: keep-alive',
    `Keep-Alive: timeout=${keepAliveSeconds}`,
    '',
    '{}',
  ].join('\r\n')
  let received = ''
  socket.on('data', (part) => {
    received += part
  })
  const told = () => received.replaceAll(/Date: [^\r]+ GMT/g, 'Date: <now>')
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await expect.poll(told).toBe(answer)
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await expect.poll(told).toBe(`${answer}${answer}`)
  expect(heads).toEqual([true, true])
})

test('Node keeps the head that it makes itself under the same name', () => {
  const response = new ServerResponse({ method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 } as never)
  expect(response).toHaveProperty('_header', null)
  response.writeHead(200, ['X-Request-Id', 'one'])
  expect(response).toHaveProperty('_header', expect.stringMatching(/^HTTP\/1\.1 200 OK\r\nX-Request-Id: one\r\n/))
})
