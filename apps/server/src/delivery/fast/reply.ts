import { headText } from '../response/head-text.ts'
import type { Sink } from '../stream/sink.ts'
import type { FastMessage } from './message.ts'
import { type Connection, SocketSink } from './socket-sink.ts'

/** Answers a request straight to its socket. */
export class FastReply {
  readonly req: FastMessage
  shouldKeepAlive = true
  writableEnded = false
  private readonly connection: Connection
  private head = ''

  constructor(message: FastMessage, connection: Connection) {
    this.req = message
    this.connection = connection
  }

  get destroyed(): boolean {
    return !this.req.socket.writable
  }

  writeHead(status: number, headers: readonly string[]): void {
    // As in Node: headers that contain `Connection` get no other header about it.
    const closes = headers.includes('Connection')
    this.head = headText(status, headers, closes ? 'said' : this.shouldKeepAlive ? 'kept' : 'ends')
    if (closes) this.shouldKeepAlive = false
  }

  end(body: string | Buffer, encoding: 'latin1' | 'utf8' = 'latin1'): void {
    this.writableEnded = true
    const isLast = !this.shouldKeepAlive
    if (typeof body === 'string') this.connection.finish(this.head + body, encoding, isLast)
    else this.connection.finish(this.head, encoding, isLast, [body])
  }

  endWith(parts: readonly Buffer[]): void {
    this.writableEnded = true
    this.connection.finish(this.head, 'latin1', !this.shouldKeepAlive, parts)
  }

  openSink(): Sink {
    return new SocketSink(this, this.connection)
  }
}
