import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

/** A proxy that records the hosts and credentials of its requests. It connects to this machine whatever the host is. */
export const openForwardProxy = async () => {
  const connected: string[] = []
  const credentials: (string | undefined)[] = []
  const server = createServer((_, response) => void response.writeHead(405).end())
  server.on('connect', ({ url = '', headers }, socket) => {
    connected.push(url)
    credentials.push(headers['proxy-authorization'])
    const far = connect(Number(new URL(`http://${url}`).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      socket.pipe(far).pipe(socket)
    })
    for (const [one, other] of [
      [socket, far],
      [far, socket],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connected,
    credentials,
    [Symbol.asyncDispose]: async (): Promise<void> => {
      server.close()
      server.closeAllConnections()
    },
  }
}
