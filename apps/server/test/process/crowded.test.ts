import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectionBounds } from '../../src/rules/connections.ts'
import { launchServer, type ServerProcess, startServer } from '../../src/testing/server-process.ts'
import { makeFolder } from '../../src/testing/services/make-folder.ts'
import { databases } from './support/databases.ts'
import { openOrganization } from './support/organization.ts'

const openFiles = 256
const attacker = '127.0.0.1'
const others = '127.0.0.2'

/** A connection, with what came by it until now, and whether it is still there. */
const connectTo = async (url: string, from: string, text: string) => {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect({ host: hostname, port: Number(port), localAddress: from })
  const state = { text: '', isOpen: true, socket }
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    state.text += chunk
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    state.isOpen = false
  })
  onTestFinished(() => void socket.destroy())
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined)
  if (text !== '') socket.write(text)
  return state
}

const request = (path: string, key: string, body = '') =>
  [
    `${body === '' ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${key}`,
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`]),
    '',
    body,
  ].join('\r\n')

/** One request on a connection of its own; its status. */
const ask = async (url: string, from: string, text: string): Promise<string> => {
  const state = await connectTo(url, from, text)
  await vi.waitFor(() => expect(state.text === '' && state.isOpen).toBe(false))
  return state.text.split(' ', 2)[1] ?? 'cut off'
}

const dropped = async ({ managementUrl, deliveryUrl }: ServerProcess): Promise<string> =>
  (await Promise.all([managementUrl, deliveryUrl].map(async (url) => (await fetch(`${url}/metrics`)).text())))
    .join('\n')
    .split('\n')
    .filter((line) => /^bunting_(http_connections_dropped|delivery_streams_refused)/.test(line))
    .join('\n')

const openKeys = async (server: ServerProcess) => {
  const organization = await openOrganization(server.firstKey ?? '', server)
  const { key: client } = await organization.createKey({ type: 'client' })
  return { server: organization.key, client: client as string }
}

/** How each is started, with how many files, and how many connections of a kind are more than it keeps. */
const processes = [
  ['one process', {}, openFiles, 300],
  ['one process on node:http', { BUNTING_DELIVERY_HTTP: 'node' }, openFiles, 300],
  ['with workers', { BUNTING_DELIVERY_WORKERS: '2' }, 1_024, 1_000],
] as const
test.each(processes)(
  '%s: whoever takes every stream and leaves connections idle keeps nobody from being answered',
  async (_, workers, files, many) => {
    await using database = await databases.SQLite()
    const settings = { ...database.settings, ...workers, BUNTING_RATE_LIMIT_CLIENT: 'off' }
    await using server = await startServer(settings, { openFiles: files })
    const keys = await openKeys(server)
    const { managementUrl, deliveryUrl } = server
    const evaluate = request('/v1/evaluate', keys.server, '{"flagKey":"any","context":{}}')
    const slow = request('/v1/evaluate', keys.client, '{"flagKey":"any","context":{}}').slice(0, -5)

    const kept = await connectTo(deliveryUrl, others, evaluate)
    const streams = await Promise.all(
      Array.from({ length: many }, () => connectTo(deliveryUrl, attacker, request('/v1/stream', keys.client))),
    )
    await vi.waitFor(() => expect(streams.every(({ text, isOpen }) => text !== '' || !isOpen)).toBe(true))
    const held = streams.filter(({ text, isOpen }) => isOpen && text.startsWith('HTTP/1.1 200'))
    expect(held.length).toBeGreaterThan(0)
    expect(held.length).toBeLessThan(many / 5)

    for (const url of [deliveryUrl, managementUrl]) {
      await Promise.all(Array.from({ length: many }, () => connectTo(url, attacker, '')))
      await Promise.all(Array.from({ length: many }, () => connectTo(url, attacker, 'GET /v1/projects HTTP/1.1\r\n')))
    }
    await Promise.all(Array.from({ length: many }, () => connectTo(deliveryUrl, attacker, slow)))
    // A thousand that come in one moment may be more than the process has files for until its workers took them: what counts
    // is that they keep nothing.
    await vi.waitFor(async () => expect(await ask(deliveryUrl, attacker, evaluate)).toBe('200'))

    for (const from of [others, attacker]) {
      const evaluations = await Promise.all(Array.from({ length: 20 }, () => ask(deliveryUrl, from, evaluate)))
      expect(new Set(evaluations), from).toEqual(new Set(['200']))
      const lists = await Promise.all(
        Array.from({ length: 10 }, () => ask(managementUrl, from, request('/v1/projects', keys.server))),
      )
      expect(new Set(lists), from).toEqual(new Set(['200']))
    }
    expect(
      held.every(({ isOpen }) => isOpen),
      'streams are never cut off',
    ).toBe(true)
    expect(kept.isOpen, 'nor is what somebody else keeps open').toBe(true)
    expect(await ask(deliveryUrl, others, request('/v1/stream', keys.client))).toBe('200')
    expect(await dropped(server)).toMatch(/streams_refused_total\{bound="address"\} [1-9]/)
    expect(await dropped(server)).toMatch(/connections_dropped_total\{listener="delivery"\} [1-9]/)
    expect(await dropped(server)).toMatch(/connections_dropped_total\{listener="management"\} [1-9]/)
    expect(server.stderr()).not.toMatch(/EMFILE/)
  },
)

test('who has just connected is not the one that has to go', async () => {
  await using database = await databases.SQLite()
  await using server = await startServer(database.settings, { openFiles })
  const keys = await openKeys(server)
  const { deliveryUrl } = server
  const evaluate = request('/v1/evaluate', keys.server, '{"flagKey":"any","context":{}}')
  const connectNext = () => connectTo(deliveryUrl, others, '')
  const send = async (connection: Awaited<ReturnType<typeof connectNext>>) => {
    connection.socket.write(evaluate)
    await vi.waitFor(() => expect(connection).toMatchObject({ text: expect.stringMatching(/^HTTP\/1\.1 200/) }))
  }
  // All that an address may have but one, each of which was used.
  const before = await Promise.all(
    Array.from({ length: connectionBounds(openFiles, true, {}).delivery / 2 - 1 }, connectNext),
  )
  await Promise.all(before.map(send))
  const last = await connectNext()
  await send(await connectNext())
  await send(last)
  await vi.waitFor(() => expect(before.filter(({ isOpen }) => !isOpen)).toHaveLength(1))
})

test('with every place of the whole taken by server keys evaluations still come in', async () => {
  await using database = await databases.SQLite()
  await using server = await startServer(database.settings, { openFiles })
  const keys = await openKeys(server)
  const { deliveryUrl } = server
  const openStream = async () => {
    const state = await connectTo(deliveryUrl, attacker, request('/v1/stream', keys.server))
    await vi.waitFor(() => expect(state.text).not.toBe(''))
    return state.text.split(' ', 2)[1]
  }
  let status = await openStream()
  while (status === '200') status = await openStream()
  expect(status).toBe('503')
  const evaluate = request('/v1/evaluate', keys.server, '{"flagKey":"any","context":{}}')
  const evaluations = await Promise.all(Array.from({ length: 20 }, () => ask(deliveryUrl, others, evaluate)))
  expect(new Set(evaluations)).toEqual(new Set(['200']))
})

test('workers have their share of what is set', async () => {
  await using database = await databases.SQLite()
  const settings = { ...database.settings, BUNTING_DELIVERY_WORKERS: '2', BUNTING_MAX_STREAMS: '4' }
  await using server = await startServer(settings)
  const keys = await openKeys(server)
  const streams = await Promise.all(
    Array.from({ length: 20 }, () => connectTo(server.deliveryUrl, attacker, request('/v1/stream', keys.server))),
  )
  await vi.waitFor(() => expect(streams.every(({ text }) => text !== '')).toBe(true))
  const open = streams.filter(({ text }) => text.startsWith('HTTP/1.1 200'))
  expect(open).toHaveLength(4)
  await vi.waitFor(async () => expect(await dropped(server)).toMatch(/streams_refused_total\{bound="total"\} 16/))
})

test('more streams than the files allow are cut down to what they do, and the log says how to have them', async () => {
  await using database = await databases.SQLite()
  // The system's own could raise the limit, where it is run by root.
  const folder = await makeFolder('programs')
  onTestFinished(() => rm(folder, { recursive: true }))
  const asked = join(folder, 'asked')
  await writeFile(join(folder, 'prlimit'), `#!/bin/sh\necho "$@" >> ${asked}\nexit 1\n`, { mode: 0o755 })
  const settings = { ...database.settings, BUNTING_MAX_STREAMS: '5000', PATH: `${folder}:${process.env.PATH}` }
  await using server = await startServer(settings, { openFiles })
  expect(server.stderr()).toMatch(/"openFilesNeeded":(\d+).*BUNTING_MAX_STREAMS is more than the open files allow/)
  const [, needed] = /"openFilesNeeded":(\d+)/.exec(server.stderr()) ?? []
  expect(await readFile(asked, 'utf8')).toContain(`--pid=${server.pid} --nofile=${needed}:${needed}\n`)
})

test('a process that may open too few files does not start, and says how many it needs', async () => {
  const { settings } = await databases.SQLite()
  for (const [files, more] of [
    [100, {}],
    [512, { BUNTING_DELIVERY_WORKERS: '2' }],
  ] as const) {
    const launched = launchServer({ ...settings, ...more }, { openFiles: files })
    expect(await launched.exited).toEqual({ code: 1, signal: null })
    expect(launched.stderr()).toMatch(/^This process may open \d+ files, and needs \d+ at least: raise ulimit -n\.\n$/)
  }
})
