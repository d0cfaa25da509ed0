import { openDelivery } from '../../../src/delivery/app.ts'
import type { DeliverySettings } from '../../../src/delivery/deps.ts'
import type { Edge } from '../../../src/edge/edge.ts'
import type { ConnectionBounds } from '../../../src/http/server/connections.ts'
import { type Listener, listen } from '../../../src/http/server/listen.ts'
import { atEnd } from '../../../src/testing/at-end.ts'
import { startTestServer, unlimited } from '../../../src/testing/servers/test-server.ts'
import { unboundedRoom } from '../../../src/testing/servers/unbounded.ts'

export const ways = ['fast', 'node'] as const

/** A server with a second Delivery, for either implementation of HTTP. */
export const startTwoWays = async () => {
  let edge: Edge | undefined
  const server = await startTestServer({
    wrapEdge: (own) => {
      edge = own
      return own
    },
  })
  const listenBy = async (
    http: DeliverySettings['http'],
    settings: Partial<DeliverySettings> = {},
    room: ConnectionBounds = unboundedRoom,
  ): Promise<Listener> => {
    const given = { ...unlimited, ...settings, http }
    const delivery = openDelivery({ edge: edge as Edge, log: server.deps.log, settings: given })
    const listener = await listen(delivery, '127.0.0.1', 0, room)
    atEnd(async () => {
      delivery.close()
      await listener.close()
      await delivery.flushAndClose()
    })
    return listener
  }
  return { ...server, listenBy }
}
