import { IncomingMessage } from 'node:http'
import { gatherParts } from './gather-parts.ts'

/** What a part has to have before it is handed on. */
const enough = 16 * 1024

/**
 * A request whose body is handed on in a few large parts. Nobody reads a body before it is whole, and however small a part
 * is, all the streams between the parser and its reader take it one by one.
 */
export class GatheringMessage extends IncomingMessage {
  private waiting: Buffer | undefined
  private gather: ((part: Buffer) => Buffer) | undefined

  /** The parser calls it with every part of the body, and with null at its end. */
  override push(part: Buffer | null): boolean {
    if (part !== null && this.keep(part).length < enough) return true
    const hasRoom = this.waiting === undefined || super.push(this.waiting)
    this.waiting = undefined
    this.gather = undefined
    return part === null ? super.push(null) : hasRoom
  }

  private keep(part: Buffer): Buffer {
    if (this.waiting) this.gather ??= gatherParts(this.waiting)
    this.waiting = this.gather?.(part) ?? part
    return this.waiting
  }
}
