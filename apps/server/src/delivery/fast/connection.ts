import type { Socket } from 'node:net'
import type { UnreadAnswers } from '../../http/server/unread-answers.ts'
import { CachedHead } from './cached-head.ts'
import { FastMessage } from './message.ts'
import { type Asked, type Head, maxHeadBytes, parseHead } from './parse-head.ts'
import { FastReply } from './reply.ts'
import type { Connection } from './socket-sink.ts'

/** The owner of all connections, as a connection knows it. */
export type ConnectionOwner = {
  /** Tells whether the fast path answers such a request. */
  knows(asked: Asked): boolean
  /** The number of sweeps so far. */
  readonly sweep: number
  answer(message: FastMessage, reply: FastReply): void
  /** Called when a connection is gone, or before it is given to Node's HTTP. */
  forget(connection: FastConnection): void
  delegate(socket: Socket): void
  readonly unread: Pick<UnreadAnswers, 'hold'>
}

/** The most characters of answers to pipelined requests that are collected before they are sent. */
const maxGathered = 64 * 1024

/**
 * A connection whose requests are answered directly to its socket, one after the other, as long as the fast path knows
 * each of them. Anything else hands the connection over to Node's HTTP, with all bytes that were not answered yet.
 */
export class FastConnection implements Connection {
  readonly socket: Socket
  /** The owner's number of sweeps when a request last began or was answered. */
  seen: number
  private readonly owner: ConnectionOwner
  /** The head of the latest POST. */
  private known: CachedHead | undefined
  /** The request that is yet to be answered. */
  private message: FastMessage | undefined
  /** The bytes that came after that request. */
  private rest: Buffer | undefined
  private gathered = ''
  private encoding: 'latin1' | 'utf8' = 'latin1'
  private isTaking = false
  private isNew = true
  /** Whether no further request is answered here. */
  private isOver = false
  onDone: (() => void) | undefined

  constructor(socket: Socket, owner: ConnectionOwner) {
    this.socket = socket
    this.owner = owner
    this.seen = owner.sweep
  }

  /** No request yet, one that is incomplete, one that is being answered, or waiting for the next one. */
  get state(): 'new' | 'asking' | 'answering' | 'idle' {
    if (this.message) return this.message.isWhole ? 'answering' : 'asking'
    if (this.socket.writableLength > 0) return 'answering'
    return this.isNew ? 'new' : 'idle'
  }

  /** Answers the complete requests in these bytes, and sends the answers together. */
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

  /** Called by a reply when its answer is ready: synchronously, or later. */
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

  /** Continues with the bytes that were held back, if nothing blocks them any more. */
  goOn(): void {
    if (this.isOver || this.isHeldUp()) return
    const { rest } = this
    this.rest = undefined
    if (rest) this.take(rest)
    if (!this.isOver && !this.isHeldUp()) this.socket.resume()
  }

  /** The caller has ended its side. As in Node, an incomplete request is refused, since its rest will never come. */
  end(): void {
    if (this.state === 'asking') this.refuse('400 Bad Request')
    else this.socket.end()
  }

  refuse(status: string): void {
    this.isOver = true
    this.socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
    this.socket.destroy()
  }

  /** Hands the connection over to Node's HTTP, for good. */
  delegate(rest?: Buffer): void {
    const { socket, owner } = this
    this.forget()
    // Pause first: a socket that flows already would not start to flow for Node's listener.
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

  /** Tells whether an answer is still being made, or the caller has not taken the previous ones. */
  private isHeldUp(): boolean {
    return this.message?.isWhole === true || this.socket.writableNeedDrain
  }

  /** Stores bytes for later, but keeps reading up to a limit: only a read shows that the caller is gone. */
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
