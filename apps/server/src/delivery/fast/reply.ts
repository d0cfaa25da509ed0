import { headText } from '../head-text.ts'
import type { Reply } from '../send.ts'
import type { FastMessage } from './message.ts'

type Connection = { finish(text: string, encoding: 'latin1' | 'utf8', isLast: boolean): void }

/** Answers a request straight to its socket. */
export class FastReply implements Reply {
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
    // As Node has it: whoever says by themselves that a connection ends has said all of it.
    const closes = headers.includes('Connection')
    this.head = headText(status, headers, closes ? 'said' : this.shouldKeepAlive)
    if (closes) this.shouldKeepAlive = false
  }

  end(body: string, encoding: 'latin1' | 'utf8'): void {
    this.writableEnded = true
    this.connection.finish(this.head + body, encoding, !this.shouldKeepAlive)
  }
}
