import { IncomingMessage } from 'node:http'
import { appendBuffer } from './append-buffer.ts'

/** Bytes that a part must have before it is passed on. */
const minBytes = 16 * 1024

/**
 * A request whose body is passed on in a few large parts. Handlers read a body only once it is whole, and every part costs
 * the streams between the parser and the handler the same, however small it is.
 */
export class BufferedMessage extends IncomingMessage {
  private waiting: Buffer | undefined
  private append: ((part: Buffer) => Buffer) | undefined

  /** The parser calls it with every part of the body, and with null at its end. */
  override push(part: Buffer | null): boolean {
    if (part !== null && this.keep(part).length < minBytes) return true
    const hasRoom = this.waiting === undefined || super.push(this.waiting)
    this.waiting = undefined
    this.append = undefined
    return part === null ? super.push(null) : hasRoom
  }

  private keep(part: Buffer): Buffer {
    if (this.waiting) this.append ??= appendBuffer(this.waiting)
    this.waiting = this.append?.(part) ?? part
    return this.waiting
  }
}
