import { expect, test, vi } from 'vitest'
import { connectionBounds } from '../../src/rules/access/connections.ts'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { ask, connectTo, dropped, openKeys, request } from '../process/support/connections.ts'
import { databases } from '../process/support/databases.ts'

const openFiles = 256
const attacker = '127.0.0.1'
const others = '127.0.0.2'

/** The settings of each process, its limit of open files, and a number of connections that is above its limit. */
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
    // A thousand connections at once may exceed the process's limit of open files until its workers took them: what
    // counts is that they are not kept.
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
  // One connection less than an address may have, each of them used.
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
