import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { pipeline } from 'node:stream'

/** An address that stays while the servers behind it change. To a browser it is the same site, whose files it has cached. */
type Front = {
  url: string
  /** Forwards to the server at this address from now on. */
  lead(serverUrl: string): void
}

const free: Front[] = []

const openFront = async (): Promise<Front> => {
  let port = 0
  const server = createServer((inside) => {
    // If either side ends or breaks, so does the other.
    pipeline(inside, connect(port, '127.0.0.1'), inside, () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead: (serverUrl) => {
      port = Number(new URL(serverUrl).port)
    },
  }
}

export const takeFront = async (): Promise<Front> => free.shift() ?? openFront()

export const returnFront = (front: Front): void => {
  free.unshift(front)
}
