import type { Socket } from 'node:net'
import { headText } from '../response/head-text.ts'
import type { Chunk } from '../stream/chunk.ts'
import type { Sink } from '../stream/sink.ts'

/** The part of a connection that an answer uses. */
export type Connection = {
  readonly socket: Socket
  /** Called once, when the current request is answered or the connection is gone. */
  onDone: (() => void) | undefined
  /** Writes the start of an answer. The rest is written directly to the socket, until `finish`. */
  open(text: string): void
  finish(text: string, encoding: 'latin1' | 'utf8', isLast: boolean, parts?: readonly Buffer[]): void
}

type Reply = { readonly shouldKeepAlive: boolean; writableEnded: boolean }

const lastChunk = '0\r\n\r\n'

/** Writes a stream to the socket itself: chunks are framed for HTTP/1.1 already. */
export class SocketSink implements Sink {
  private readonly reply: Reply
  private readonly connection: Connection
  private readonly socket: Socket

  constructor(reply: Reply, connection: Connection) {
    this.reply = reply
    this.connection = connection
    this.socket = connection.socket
  }

  begin(headers: readonly string[]): void {
    const head = headText(200, headers, this.reply.shouldKeepAlive ? 'kept' : 'ends')
    this.connection.open(`${head.slice(0, -2)}Transfer-Encoding: chunked\r\n\r\n`)
  }

  write({ framed }: Chunk, onTaken?: () => void): void {
    this.socket.write(framed, onTaken)
  }

  pendingBytes(): number {
    return this.socket.writableLength
  }

  end(last: Chunk | undefined): void {
    this.reply.writableEnded = true
    if (last) this.socket.write(last.framed)
    this.socket.write(lastChunk, 'latin1', () => this.connection.finish('', 'latin1', !this.reply.shouldKeepAlive))
  }

  isEnded(): boolean {
    return this.reply.writableEnded || !this.socket.writable
  }

  destroy(): void {
    this.socket.destroy()
  }

  onClose(listener: () => void): void {
    this.connection.onDone = listener
  }
}
