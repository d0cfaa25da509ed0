import type { Socket } from 'node:net'
import { appendBuffer } from '../../http/server/append-buffer.ts'
import type { Message } from '../request/message.ts'
import type { Head } from './parse-head.ts'

/** Like `DeliveryMessage`, without Node's objects. Its body is never too large: `parseHead` accepts no such length. */
export class FastMessage implements Message {
  readonly method: Head['method']
  readonly url: string
  readonly headers: Head['headers']
  readonly socket: Socket
  body: Buffer | undefined
  isTooLarge = false
  onBody: (() => void) | undefined
  /** Bytes of the body that are yet to come. */
  private missing: number
  private append: ((part: Buffer) => Buffer) | undefined

  constructor({ method, url, headers, bodyBytes }: Head, socket: Socket) {
    this.method = method
    this.url = url
    this.headers = headers
    this.socket = socket
    this.missing = bodyBytes
  }

  isWhole = false
  get complete(): boolean {
    return this.isWhole
  }

  /** Takes the body's bytes from the index `from` on. Returns the index after them. */
  take(bytes: Buffer, from: number): number {
    const end = Math.min(bytes.length, from + this.missing)
    this.missing -= end - from
    if (end > from) this.body = this.withPart(bytes.subarray(from, end))
    if (this.missing === 0) {
      this.isWhole = true
      this.onBody?.()
    }
    return end
  }

  private withPart(part: Buffer): Buffer {
    if (this.body === undefined) return part
    this.append ??= appendBuffer(this.body)
    return this.append(part)
  }
}
