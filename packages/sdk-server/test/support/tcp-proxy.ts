import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Acts like a network between a client and a server. While it is frozen, nothing gets through and nobody is notified.
 * After thawing, the data that was under way stays lost, and connections that were attempted meanwhile get through.
 */
export const openTcpProxy = async (target: string) => {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let waiting: Socket[] = []
  let isFrozen = false

  const pair = (near: Socket): void => {
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => sockets.has(from) && to.write(chunk))
      from.on('close', () => sockets.has(from) && to.destroy())
      from.on('error', () => from.destroy())
    }
  }

  const server = createServer((near) => {
    if (isFrozen) waiting.push(near.pause())
    else pair(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    freeze: () => {
      isFrozen = true
      sockets.clear()
    },
    thaw: () => {
      isFrozen = false
      for (const near of waiting) pair(near)
      waiting = []
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
