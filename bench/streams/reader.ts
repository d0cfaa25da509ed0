import { connect, type Socket } from 'node:net'

export type Reader = { socket: Socket; close(): void }

/** Where a stream is opened, by whom, and from which address of this machine. */
export type Opening = {
  port: number
  key: string
  /** An address has some 28,000 ports, and a share of the connections that an instance keeps. */
  address: string
  /** What it has already: it takes patches. */
  from?: number
}

type Heard = {
  onOpen(): void
  onEvent(revision: number): void
  /** The seconds after which to come back, where it was refused. */
  onClose(retryAfterSeconds: number | undefined): void
}

const requestOf = ({ key, from }: Opening): string =>
  `GET /v1/stream${from === undefined ? '' : `?from=${from}`} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\n\r\n`

/** Reads server-sent events on the socket itself: tens of thousands of these must be no burden. */
export const openReader = (opening: Opening, { onOpen, onEvent, onClose }: Heard): Reader => {
  const { port, address } = opening
  const socket = connect({ port, host: '127.0.0.1', localAddress: address })
  socket.write(requestOf(opening))
  let text = ''
  let retryAfter: number | undefined
  const onData = (chunk: Buffer): void => {
    text += chunk.toString('latin1')
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const id = /^id: (\d+)$/m.exec(text.slice(0, end))?.[1]
      text = text.slice(end + 2)
      if (id !== undefined) onEvent(Number(id))
    }
  }
  socket.once('data', (chunk: Buffer) => {
    const head = chunk.toString('latin1', 0, 1_000)
    if (head.startsWith('HTTP/1.1 200')) {
      onOpen()
      onData(chunk)
      socket.on('data', onData)
      return
    }
    retryAfter = Number(/^retry-after: (\d+)/im.exec(head)?.[1] ?? 0)
    socket.destroy()
  })
  socket.on('error', () => undefined)
  socket.on('close', () => onClose(retryAfter))
  return { socket, close: () => socket.destroy() }
}
