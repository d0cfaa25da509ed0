import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A load balancer: it forwards each new connection to the next of the known instances. */
export const startBalancer = async () => {
  let ports: number[] = []
  let turn = 0
  const open = new Set<Socket>()
  const server = createServer((caller) => {
    const port = ports[turn++ % ports.length]
    if (port === undefined) return caller.destroy()
    const instance = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [caller, instance],
      [instance, caller],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sets the instances from now on; open connections stay where they are. */
    serve: (...urls: string[]): void => {
      ports = urls.map((url) => Number(new URL(url).port))
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
