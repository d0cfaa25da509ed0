import { expect, inject, test } from 'vitest'
import { openDelivery } from '../../src/delivery/app.ts'
import type { Edge } from '../../src/edge/edge.ts'
import { listen } from '../../src/http/server/listen.ts'
import { startTestServer, unlimited } from '../../src/testing/servers/test-server.ts'
import { unboundedRoom } from '../../src/testing/servers/unbounded.ts'

test('a stream whose key was still looked up when the service began to stop is ended like all others', async () => {
  let edge: Edge | undefined
  const server = await startTestServer({
    wrapEdge: (own) => {
      edge = own
      return own
    },
  })
  const organization = await server.newOrganization()
  const [asked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: Edge = {
    ...(edge as Edge),
    readKey: async (hash) => {
      asked.resolve()
      await free.promise
      return (edge as Edge).readKey(hash)
    },
  }
  const settings = { ...unlimited, http: inject('deliveryHttp') }
  const delivery = openDelivery({ edge: slow, log: server.deps.log, settings })
  const listener = await listen(delivery, '127.0.0.1', 0, unboundedRoom)
  const stream = fetch(`http://127.0.0.1:${listener.port}/v1/stream`, {
    headers: { authorization: `Bearer ${organization.key}` },
  })
  await asked.promise
  delivery.close()
  const closed = listener.close()
  free.resolve()
  const response = await stream
  expect(response.status).toBe(200)
  // The text is complete only if the stream has ended.
  expect(await response.text()).toBe(':\n\n')
  await closed
  await delivery.flushAndClose()
})
