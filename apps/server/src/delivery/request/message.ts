import { IncomingMessage } from 'node:http'
import { limits } from '@bunting/contract'
import { appendBuffer } from '../../http/server/append-buffer.ts'

/** The parts of a request that Delivery reads: of Node's own, or of one of the fast path. */
export type Message = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'complete'> & {
  readonly socket: { readonly remoteAddress?: string | undefined }
  body: Buffer | undefined
  /** Whether the body is complete. */
  isWhole: boolean
  /** Whether the body is too large. The rest of it is dropped. */
  isTooLarge: boolean
  /** Called once, when the body is complete or too large. */
  onBody: (() => void) | undefined
}

/** A batch of events is larger than what is asked about flags. */
export const maxBodyBytes = (url = ''): number =>
  trackUrl.test(url) ? limits.trackBodyBytes : limits.deliveryBodyBytes

const trackUrl = /\/v1\/track(\?|$)/

/**
 * A request that keeps its body as the parser delivers it. Reading it as a stream would take a fifth of the processor
 * time of an evaluation.
 */
export class DeliveryMessage extends IncomingMessage implements Message {
  body: Buffer | undefined
  isWhole = false
  isTooLarge = false
  onBody: (() => void) | undefined
  /** Set from the second part on: most bodies have only one. */
  private append: ((part: Buffer) => Buffer) | undefined

  /** The parser calls it with every part of the body, and with null at its end. */
  override push(part: Buffer | null): boolean {
    if (this.isWhole || this.isTooLarge) return true
    if (part === null) {
      this.isWhole = true
      // Marks the request as read: otherwise the server would read the rest of it after the answer.
      this._read(0)
    } else {
      this.body = this.withPart(part)
      if (this.body.length <= maxBodyBytes(this.url)) return true
      this.isTooLarge = true
      this.body = undefined
    }
    this.onBody?.()
    return true
  }

  private withPart(part: Buffer): Buffer {
    if (this.body === undefined) return part
    this.append ??= appendBuffer(this.body)
    return this.append(part)
  }
}
