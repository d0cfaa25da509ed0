import type { Socket } from 'node:net'
import { constants, createGzip } from 'node:zlib'

export type Reply = ReturnType<typeof openReply>
export type StreamReply = ReturnType<Reply['stream']>

type Headers = Record<string, string>
type StreamOptions = { gzip?: boolean; headers?: Headers }

const names: Record<number, string> = { 200: 'OK', 202: 'Accepted', 304: 'Not Modified' }

/** Writes the response to a request, as regular HTTP or as raw bytes. */
export const openReply = (socket: Socket) => {
  const head = (status: number, headers: Headers): void => {
    const lines = Object.entries({ date: new Date().toUTCString(), ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    socket.write(`HTTP/1.1 ${status} ${names[status] ?? 'Other'}\r\n${lines.join('')}\r\n`)
  }
  return {
    head,
    /** Writes bytes unchanged. */
    raw: (bytes: string | Buffer): void => void socket.write(bytes),
    cut: (): void => void socket.destroy(),
    answer: (status: number, headers: Headers = {}, body: string | Buffer = ''): void => {
      const length: Headers =
        status === 304 || status === 204 ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      head(status, { connection: 'close', ...length, ...headers })
      socket.end(body)
    },
    /** Opens a stream in HTTP chunks, so that clients can tell a cut stream from a regular end. */
    stream: ({ gzip = false, headers = {} }: StreamOptions = {}) => {
      const encoding: Headers = gzip ? { 'content-encoding': 'gzip' } : {}
      head(200, { 'content-type': 'text/event-stream', 'transfer-encoding': 'chunked', ...encoding, ...headers })
      const chunk = (bytes: Buffer): void => {
        if (bytes.length === 0 || socket.destroyed) return
        socket.write(Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]))
      }
      const packer = gzip ? createGzip({ flush: constants.Z_SYNC_FLUSH }) : undefined
      packer?.on('data', chunk)
      const write = (bytes: string | Buffer): void => {
        if (packer) packer.write(bytes)
        else chunk(Buffer.from(bytes))
      }
      return {
        write,
        comment: (): void => write(':\n\n'),
        event: (type: string, sent: { revision: number }): void =>
          write(`id: ${sent.revision}\nevent: ${type}\ndata: ${JSON.stringify(sent)}\n\n`),
        /** Ends the stream regularly. */
        end: (): void => void socket.end('0\r\n\r\n'),
        cut: (): void => void socket.destroy(),
        onClose: (listener: () => void): void => void socket.on('close', listener),
      }
    },
  }
}
