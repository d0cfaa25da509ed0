import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { databases } from './support/databases.ts'
import { openOrganization } from './support/organization.ts'
import { beginSlowRequest, refusesConnections } from './support/slow-request.ts'

const stopped = { code: 0, signal: null }

/** One signal per database is enough, since databases do not depend on the signal. */
for (const [name, signal] of [
  ['SQLite', 'SIGTERM'],
  ['PostgreSQL', 'SIGINT'],
] as const) {
  describe(`on ${name}`, () => {
    test(`${signal} stops new connections, finishes what is in flight, says that connections end, and exits 0`, async () => {
      await using database = await databases[name]()
      await using server = await startServer(database.settings)
      const key = server.firstKey ?? ''
      const organization = await openOrganization(key, server)
      const flag = { key: 'in-flight', name: 'In flight', type: 'boolean' }
      const creation = await beginSlowRequest(server.managementUrl, `${organization.base}/flags`, key, flag)
      const question = { flagKey: 'nobody', context: {} }
      const evaluation = await beginSlowRequest(server.deliveryUrl, '/v1/evaluate', key, question)

      server.signal(signal)
      await refusesConnections(server.managementUrl)
      await refusesConnections(server.deliveryUrl)
      const headers = expect.stringMatching(/^connection: close$/im)
      expect(await creation.finish()).toMatchObject({
        status: 201,
        headers,
        body: expect.stringContaining('in-flight'),
      })
      expect(await evaluation.finish()).toMatchObject({
        status: 200,
        headers,
        body: expect.stringContaining('FLAG_NOT_FOUND'),
      })
      expect(await server.exited).toEqual(stopped)
      expect(server.stderr()).toBe('')

      await using again = await startHere(database.settings)
      const later = await openOrganization(key, again)
      expect((await later.get(`${later.base}/flags/in-flight`)).status).toBe(200)
    })
  })
}

test('connections that nobody uses end at once, while what is in flight goes on', async () => {
  await using database = await databases.SQLite()
  await using server = await startServer(database.settings)
  const open = async (url: string) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    return { socket, closed: once(socket, 'close') }
  }
  const use = async (url: string, request: string) => {
    const { socket, closed } = await open(url)
    socket.write(request)
    await once(socket, 'data')
    socket.resume()
    return { closed }
  }
  const get = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
  const body = '{"flagKey":"any","context":{}}'
  const headers = `Host: x\r\nAuthorization: Bearer ${server.firstKey}\r\nContent-Type: application/json`
  const post = `POST /v1/evaluate HTTP/1.1\r\n${headers}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const unused = await Promise.all([open(server.managementUrl), open(server.deliveryUrl)])
  for (const { socket } of unused) socket.resume()
  // These connect later: once they are answered, the server knows of the earlier connections.
  const used = await Promise.all([
    use(server.managementUrl, get),
    use(server.deliveryUrl, get),
    use(server.deliveryUrl, post),
  ])
  const question = { flagKey: 'any', context: {} }
  const evaluation = await beginSlowRequest(server.deliveryUrl, '/v1/evaluate', server.firstKey ?? '', question)
  server.signal('SIGTERM')
  await Promise.all([...unused, ...used].map(({ closed }) => closed))
  expect((await evaluation.finish()).status).toBe(200)
  expect(await server.exited).toEqual(stopped)
})

test('it stops as well when nobody reads what it prints', async () => {
  await using database = await databases.SQLite()
  await using server = await startServer(database.settings)
  server.hangUp()
  expect(await server.stop()).toEqual(stopped)
})
