import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Gate = {
  url: string
  /** The statuses of the bulk evaluations since this was last asked. */
  takeBulk(): number[]
  /** Away: connections break, and new ones are refused. */
  setAway(away: boolean): Promise<void>
}

const bulkPath = '/ofrep/v1/evaluate/flags'

/** Stands before Delivery, so that Delivery can be away and what is asked can be seen. */
export const openGate = async (target: string): Promise<Gate> => {
  let bulk: number[] = []
  const server = createServer((incoming, response) => {
    const { method, url = '', headers } = incoming
    const outgoing = send(`${target}${url}`, { method, headers }, (answer) => {
      if (url.split('?', 1)[0] === bulkPath) bulk.push(answer.statusCode ?? 0)
      response.writeHead(answer.statusCode ?? 0, answer.rawHeaders)
      answer.pipe(response)
    })
    // Whoever is gone on either side ends the other.
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    takeBulk: () => {
      const taken = bulk
      bulk = []
      return taken
    },
    setAway: async (away) => {
      if (away !== server.listening) return
      if (!away) return listen(port)
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
