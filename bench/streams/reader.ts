import { connect, type Socket } from 'node:net'

export type Reader = { socket: Socket; close(): void }

type Heard = { onEvent(revision: number): void; onClose(): void }

const requestOf = (key: string): string =>
  `GET /v1/stream HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\n\r\n`

/** Reads server-sent events on the socket itself: ten thousand of these must be no burden. Comes back with the first one. */
export const openReader = async (port: number, key: string, { onEvent, onClose }: Heard): Promise<Reader> => {
  const socket = connect(port, '127.0.0.1', () => socket.write(requestOf(key)))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const id = /^id: (\d+)$/m.exec(text.slice(0, end))?.[1]
      text = text.slice(end + 2)
      if (id === undefined) continue
      resolve()
      onEvent(Number(id))
    }
  })
  socket.on('error', reject)
  socket.on('close', () => {
    reject(new Error('a stream ended before it began'))
    onClose()
  })
  await promise
  return { socket, close: () => socket.destroy() }
}
