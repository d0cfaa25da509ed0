import { expect, test } from 'vitest'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { databases } from './support/databases.ts'
import { beginSlowRequest } from './support/slow-request.ts'

// Takes ten seconds, for which a stopping server waits for open requests.
test('a request that never ends is cut off after a while', async () => {
  await using database = await databases.SQLite()
  await using server = await startServer(database.settings)
  const endless = await beginSlowRequest(server.deliveryUrl, '/v1/evaluate', server.firstKey ?? '', { flagKey: 'x' })
  expect(await server.stop()).toEqual({ code: 0, signal: null })
  endless.socket.destroy()
})
