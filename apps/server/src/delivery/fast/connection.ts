import type { Socket } from 'node:net'
import type { UnreadAnswers } from '../../http/server/unread-answers.ts'
import { CachedHead } from './cached-head.ts'
import { FastMessage } from './message.ts'
import { type Asked, type Head, maxHeadBytes, parseHead } from './parse-head.ts'
import { FastReply } from './reply.ts'
import type { Connection } from './socket-sink.ts'

/** The owner of all connections, as a connection knows it. */
export type ConnectionOwner = {
  /** Whether such a request is answered here. */
  knows(asked: Asked): boolean
  /** Which sweep is the next. */
  readonly sweep: number
  answer(message: FastMessage, reply: FastReply): void
  /** It is given to Node's HTTP next, or gone. */
  forget(connection: FastConnection): void
  delegate(socket: Socket): void
  readonly unread: Pick<UnreadAnswers, 'hold'>
}

/** Of answers to requests that came together: what is more is sent before the next one is made. */
const maxGathered = 64 * 1024

/**
 * A connection whose requests are answered straight to its socket, one after the other, for as long as each is one that we
 * know. At the first byte of anything else it is Node's, with all that was not answered yet.
 */
export class FastConnection implements Connection {
  readonly socket: Socket
  /** The sweep before which it was last asked or answered something. */
  seen: number
  private readonly owner: ConnectionOwner
  /** Of the latest POST. */
  private known: CachedHead | undefined
  /** The request that is yet to be answered. */
  private message: FastMessage | undefined
  /** What came after it. */
  private rest: Buffer | undefined
  private gathered = ''
  private encoding: 'latin1' | 'utf8' = 'latin1'
  private isTaking = false
  private isNew = true
  /** Nothing is answered after what was. */
  private isOver = false
  onDone: (() => void) | undefined

  constructor(socket: Socket, owner: ConnectionOwner) {
    this.socket = socket
    this.owner = owner
    this.seen = owner.sweep
  }

  /** Nothing came yet, a request is not whole yet, one is being answered, or another is waited for. */
  get state(): 'new' | 'asking' | 'answering' | 'idle' {
    if (this.message) return this.message.isWhole ? 'answering' : 'asking'
    if (this.socket.writableLength > 0) return 'answering'
    return this.isNew ? 'new' : 'idle'
  }

  /** Answers what is whole in these bytes. What is answered together is sent together. */
  take(bytes: Buffer): void {
    if (this.isOver) return
    let at = 0
    this.isTaking = true
    while (at < bytes.length && !this.isOver && !this.isHeldUp()) {
      if (!this.message) {
        const head = this.readHead(bytes, at)
        if (!head) break
        at += head.length
        this.begin(head)
      }
      if (this.message) at = this.message.take(bytes, at)
      if (this.gathered.length > maxGathered) this.flush()
    }
    this.isTaking = false
    this.flush()
    if (this.isOver) return
    if (this.isHeldUp()) this.holdBack(bytes.subarray(at))
    else if (at < bytes.length) this.delegate(bytes.subarray(at))
  }

  /** Called by an answer that is made: at once, or later. */
  finish(text: string, encoding: 'latin1' | 'utf8', isLast: boolean, parts?: readonly Buffer[]): void {
    if (this.isOver) return
    this.message = undefined
    this.seen = this.owner.sweep
    this.gathered += text
    if (encoding === 'utf8') this.encoding = encoding
    if (parts) this.flushWith(parts)
    if (isLast) this.isOver = true
    this.done()
    if (this.isTaking) return
    this.flush()
    this.goOn()
  }

  open(text: string): void {
    this.gathered += text
    this.flush()
  }

  /** What was held back, if nothing holds it up any more. */
  goOn(): void {
    if (this.isOver || this.isHeldUp()) return
    const { rest } = this
    this.rest = undefined
    if (rest) this.take(rest)
    if (!this.isOver && !this.isHeldUp()) this.socket.resume()
  }

  /** As Node has it: the caller wants nothing more, and a request that is not whole never will be. */
  end(): void {
    if (this.state === 'asking') this.refuse('400 Bad Request')
    else this.socket.end()
  }

  refuse(status: string): void {
    this.isOver = true
    this.socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
    this.socket.destroy()
  }

  /** For good. */
  delegate(rest?: Buffer): void {
    const { socket, owner } = this
    this.forget()
    // What flows already would not begin to flow for a new listener.
    socket.pause()
    if (rest) socket.unshift(rest)
    owner.delegate(socket)
    socket.resume()
  }

  forget(): void {
    this.isOver = true
    this.owner.forget(this)
    this.done()
  }

  private done(): void {
    const { onDone } = this
    this.onDone = undefined
    onDone?.()
  }

  /** An answer is being made, or the caller has yet to take the ones before. */
  private isHeldUp(): boolean {
    return this.message?.isWhole === true || this.socket.writableNeedDrain
  }

  /** Keeps reading a little: only a read shows that the caller is gone. */
  private holdBack(rest: Buffer): void {
    if (rest.length > 0) this.rest = this.rest ? Buffer.concat([this.rest, rest]) : rest
    if (this.socket.writableNeedDrain || (this.rest && this.rest.length > maxHeadBytes)) this.socket.pause()
  }

  private readHead(bytes: Buffer, at: number): Head | undefined {
    const known = this.known?.match(bytes, at, this.owner.knows)
    if (known) return known
    const head = parseHead(bytes.toString('latin1', at, Math.min(bytes.length, at + maxHeadBytes)))
    if (!head || !this.owner.knows(head)) return undefined
    this.known = head.method === 'POST' ? new CachedHead(head, bytes.subarray(at)) : undefined
    return head
  }

  private begin(head: Head): void {
    const message = new FastMessage(head, this.socket)
    this.message = message
    this.isNew = false
    this.seen = this.owner.sweep
    this.owner.answer(message, new FastReply(message, this))
  }

  private flushWith(parts: readonly Buffer[]): void {
    this.socket.cork()
    this.flush()
    for (const part of parts) this.write(part)
    this.socket.uncork()
  }

  private write(written: string | Buffer): void {
    const { socket } = this
    if (!socket.write(written, this.encoding)) this.owner.unread.hold(socket, socket, written)
  }

  private flush(): void {
    if (this.gathered !== '') this.write(this.gathered)
    this.gathered = ''
    this.encoding = 'latin1'
    if (this.isOver) this.socket.destroySoon()
  }
}
