import { connect, type Socket } from 'node:net'

/** Keeps a connection open and asks on it, one request at a time. */
export type Connection = { send(request: Buffer, onAnswer: () => void): void; close(): void }

const headEnd = Buffer.from('\r\n\r\n')
const ok = ' 20'

/** Bytes of the answer that begins here, or undefined where its head is not whole yet. */
const lengthOf = (bytes: Buffer): number | undefined => {
  const end = bytes.indexOf(headEnd)
  if (end === -1) return undefined
  const head = bytes.toString('latin1', 0, end)
  if (!head.startsWith(ok, 8)) throw new Error(`answered ${head}\n${bytes.subarray(end).toString()}`)
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer without a length: ${head}`)
  return end + headEnd.length + Number(length)
}

/** On the socket itself: what asks must need far less of the machine than what answers. */
export const openConnection = async (port: number): Promise<Connection> => {
  const socket: Socket = connect(port, '127.0.0.1')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.once('connect', resolve).once('error', reject)
  await promise
  socket.setNoDelay(true)
  let received: Buffer | undefined
  let waiting: (() => void) | undefined
  socket.on('data', (chunk: Buffer) => {
    received = received === undefined ? chunk : Buffer.concat([received, chunk])
    const length = lengthOf(received)
    if (length === undefined || received.length < length) return
    received = undefined
    const done = waiting
    waiting = undefined
    done?.()
  })
  socket.on('close', () => {
    if (waiting) throw new Error('the server closed a connection before it answered')
  })
  return {
    send: (request, onAnswer) => {
      waiting = onAnswer
      socket.write(request)
    },
    close: () => {
      waiting = undefined
      socket.destroy()
    },
  }
}
