import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newKeySecret, newSecret } from '../../src/chance.ts'
import { installed, programAt, startServer } from '../../src/testing/server-process.ts'
import { databases } from '../process/support/databases.ts'

/** What a process may keep, and a good deal more than that: whatever is kept of each request ends it. */
const heapMegabytes = 96
const sentBytes = 3 * heapMegabytes * 1024 * 1024
/** Of a head, nearly as much as is read. */
const longBytes = 15_000
const atOnce = 50

let sent = 0
const other = () => `${++sent}-${newSecret()}`
const long = () => `${' '.repeat(longBytes)}${other()}`
const longWord = () => other().padEnd(longBytes, 'x')

/** Things that a stranger may send another one of each time, as a line of the head. */
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

/** So many at a time, on a connection that is made anew where the server ends it. */
const flood = async (url: string, head: Head): Promise<number> => {
  let bytes = 0
  let answers = 0
  while (bytes < sentBytes) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await once(socket, 'connect')
    // Of those that were sent together: an answer may come in parts.
    let heard = ''
    const heardOf = () => heard.split('HTTP/1.1 ').length - 1
    socket.setEncoding('latin1').on('data', (text: string) => {
      heard += text
    })
    while (bytes < sentBytes && socket.writable) {
      heard = ''
      const requests = Array.from({ length: atOnce }, () => requestOf(head)).join('')
      bytes += requests.length
      socket.write(requests)
      // A server that ends the connection may do so while something is being written to it.
      const more = () => once(socket, 'data').catch(() => undefined)
      while (heardOf() < atOnce && !socket.destroyed) await Promise.race([more(), closed])
      answers += heardOf()
    }
    socket.destroy()
    await closed
  }
  return answers
}

describe.each(['management', 'delivery'] as const)('what strangers send to %s is not kept', (listener) => {
  test.each(kinds)('%s', async (_, head) => {
    await using database = await databases.SQLite()
    const program = programAt(join(installed, 'main.js'), `--max-old-space-size=${heapMegabytes}`)
    const settings = { ...database.settings, BUNTING_RATE_LIMIT_FAILED: 'off' }
    await using server = await startServer(settings, { program })
    const url = listener === 'management' ? server.managementUrl : server.deliveryUrl
    expect(await flood(url, head)).toBeGreaterThan(0)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })
})
