import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newKeySecret, newSecret } from '../../src/random.ts'
import { installed, programAt, startServer } from '../../src/testing/servers/server-process.ts'
import { databases } from '../process/support/databases.ts'

/** The heap limit of the process, half of which it needs itself: the sent bytes do not fit beside that. */
const heapMegabytes = 64
const sentBytes = heapMegabytes * 1024 * 1024
/** Nearly the maximum length of a head. */
const longBytes = 15_000
const atOnce = 50
const connections = 8

let sent = 0
const other = () => `${++sent}-${newSecret()}`
const long = () => `${' '.repeat(longBytes)}${other()}`
const longWord = () => other().padEnd(longBytes, 'x')

/** The parts of a request that a stranger can make different each time, as a header line. */
const lines: Record<string, () => string> = {
  'blanks before a key': () => `Authorization: Bearer ${' '.repeat(longBytes)}sk_${newKeySecret()}`,
  'a key that is none': () => `Authorization: ${longWord()}`,
  'a session': () => `Cookie: bunting_session=${longWord()}; __Host-bunting_session=${longWord().slice(0, 100)}`,
  'a tag': () => `If-None-Match: "${longWord()}"`,
  'a request id and a trace': () => `X-Request-Id: ${other()}\r\ntraceparent: ${longWord()}`,
  'an address that others forward': () => `X-Forwarded-For: ${long()}\r\nForwarded: for=${other()}`,
}
const targets: Record<string, () => string> = {
  'an address of its own': () => `/v1/${longWord()}`,
  'a query of its own': () => `/v1/bundle?${longWord()}`,
}
const hosts: Record<string, () => string> = { 'a host of its own': longWord }

type Head = { target?: () => string; line?: () => string; host?: () => string }
const kinds: [name: string, head: Head][] = [
  ...Object.entries(lines).map(([name, line]): [string, Head] => [name, { line }]),
  ...Object.entries(targets).map(([name, target]): [string, Head] => [name, { target }]),
  ...Object.entries(hosts).map(([name, host]): [string, Head] => [name, { host }]),
]

const requestOf = ({ target = () => '/v1/bundle', line, host = () => 'x' }: Head): string =>
  `GET ${target()} HTTP/1.1\r\nHost: ${host()}\r\n${line ? `${line()}\r\n` : ''}\r\n`

/** Sends requests together, and returns how many were answered before the server closed the connection. */
const send = (url: string, requests: readonly string[]): Promise<number> => {
  const { promise, resolve } = Promise.withResolvers<number>()
  let heard = ''
  const answers = () => heard.split('HTTP/1.1 ').length - 1
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.setEncoding('latin1').on('data', (text: string) => {
    heard += text
    if (answers() >= requests.length) socket.destroy()
  })
  // The connection may be closed while something is still being written to it.
  socket.on('error', () => undefined).on('close', () => resolve(answers()))
  socket.write(requests.join(''))
  return promise
}

/** Sends until that many bytes were read and answered, with as many requests at a time as a connection accepts. */
const flood = async (url: string, head: Head): Promise<void> => {
  let bytes = 0
  const sendOn = async () => {
    for (let together = atOnce; bytes < sentBytes; ) {
      const requests = Array.from({ length: together }, () => requestOf(head))
      const answered = await send(url, requests)
      if (answered === 0) throw new Error('nothing is answered any more')
      bytes += requests.slice(0, answered).join('').length
      together = answered
    }
  }
  await Promise.all(Array.from({ length: connections }, sendOn))
}

describe.each(['management', 'delivery'] as const)('what strangers send to %s is not kept', (listener) => {
  test.each(kinds)('%s', async (_, head) => {
    await using database = await databases.SQLite()
    const program = programAt(join(installed, 'main.js'), `--max-old-space-size=${heapMegabytes}`)
    const settings = { ...database.settings, BUNTING_RATE_LIMIT_FAILED: 'off' }
    await using server = await startServer(settings, { program })
    const url = listener === 'management' ? server.managementUrl : server.deliveryUrl
    await flood(url, head)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })
})
