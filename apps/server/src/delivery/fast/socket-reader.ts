import type { Socket } from 'node:net'
import { headText } from '../head-text.ts'
import type { Piece } from '../piece.ts'
import type { Reader } from '../reader.ts'
import type { FastConnection } from './connection.ts'
import type { FastReply } from './reply.ts'

const lastChunk = '0\r\n\r\n'

/** Reads a stream on the socket itself: pieces are chunks of HTTP/1.1 already. */
export class SocketReader implements Reader {
  private readonly reply: FastReply
  private readonly connection: FastConnection
  private readonly socket: Socket

  constructor(reply: FastReply, connection: FastConnection) {
    this.reply = reply
    this.connection = connection
    this.socket = connection.socket
  }

  begin(headers: readonly string[]): void {
    const head = headText(200, headers, this.reply.shouldKeepAlive ? 'kept' : 'ends')
    this.connection.open(`${head.slice(0, -2)}Transfer-Encoding: chunked\r\n\r\n`)
  }

  write({ chunk }: Piece, onTaken?: () => void): void {
    this.socket.write(chunk, onTaken)
  }

  unread(): number {
    return this.socket.writableLength
  }

  end(last: Piece | undefined): void {
    this.reply.writableEnded = true
    if (last) this.socket.write(last.chunk)
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
