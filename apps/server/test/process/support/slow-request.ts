import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

export type SlowRequest = {
  /** Sends the rest of the body, and reads the answer. */
  finish(): Promise<{ status: number; headers: string; body: string }>
  socket: Socket
}

/** A request whose headers and half of the body were sent: the server answered "100 Continue", and waits for the rest. */
export const beginSlowRequest = async (url: string, path: string, key: string, body: object): Promise<SlowRequest> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  const text = JSON.stringify(body)
  const half = Math.floor(text.length / 2)
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(text)}`,
      'Expect: 100-continue',
      '\r\n',
    ].join('\r\n'),
  )
  await once(socket, 'data')
  socket.write(text.slice(0, half))
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  return {
    socket,
    finish: async () => {
      socket.write(text.slice(half))
      for (;;) {
        const [headers = '', answer] = received.split('\r\n\r\n')
        const length = Number(/^content-length: (\d+)$/im.exec(headers)?.[1])
        if (answer?.length === length) return { status: Number(headers.split(' ')[1]), headers, body: answer }
        if (socket.closed) throw new Error(`The connection ended after: ${received}`)
        await Promise.race([once(socket, 'data'), once(socket, 'close')])
      }
    },
  }
}

/** Waits until nothing listens at the address any more. */
export const refusesConnections = async (url: string): Promise<void> => {
  const { hostname, port } = new URL(url)
  for (;;) {
    const socket = connect(Number(port), hostname)
    const refused = await Promise.race([
      once(socket, 'connect').then(() => false),
      once(socket, 'error').then(() => true),
    ]).catch(() => true)
    socket.destroy()
    if (refused) return
    await setTimeout(5)
  }
}
