import { IncomingMessage } from 'node:http'
import { appendBuffer } from './append-buffer.ts'

/** Bytes that a part must have before it is passed on. */
const minBytes = 16 * 1024

/** How long a body may take, and how long one that is read as it comes may pause. */
export type BodyBounds = { wholeMs: number; pauseMs: number }

export const usualBodyBounds: BodyBounds = { wholeMs: 30_000, pauseMs: 30_000 }

/**
 * A request whose body is passed on in a few large parts. Handlers read a body only once it is whole, and every part costs
 * the streams between the parser and the handler the same, however small it is. Its time is bounded here, since Node bounds
 * that of all bodies alike: an upload may take minutes, as long as it goes on.
 */
export class BufferedMessage extends IncomingMessage {
  private waiting: Buffer | undefined
  private append: ((part: Buffer) => Buffer) | undefined
  private bounds: BodyBounds | undefined
  private cutOff: (() => void) | undefined
  private timer: NodeJS.Timeout | undefined
  private isStreamed = false
  private parts = 0

  /** Calls `cutOff` where the body is not whole in time. */
  bound(bounds: BodyBounds, cutOff: () => void): void {
    if (this.complete) return
    this.bounds = bounds
    this.cutOff = cutOff
    this.timer = setTimeout(cutOff, bounds.wholeMs)
  }

  /** From here on only pauses are bounded. */
  streamBody(): void {
    this.isStreamed = true
    this.watchPause()
  }

  /** The parser calls it with every part of the body, and with null at its end. */
  override push(part: Buffer | null): boolean {
    this.parts++
    if (part === null) this.stopWatch()
    else if (this.isStreamed) this.timer?.refresh()
    if (part !== null && this.keep(part).length < minBytes) return true
    const hasRoom = this.waiting === undefined || super.push(this.waiting)
    this.waiting = undefined
    this.append = undefined
    if (part === null) return super.push(null)
    // It pauses because the handler does not read: that is not the caller's doing.
    if (this.isStreamed && !hasRoom) this.stopWatch()
    return hasRoom
  }

  override _read(size: number): void {
    super._read(size)
    if (this.isStreamed && !this.timer) this.watchPause()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.stopWatch()
    super._destroy(error, done)
  }

  private watchPause(): void {
    this.stopWatch()
    const { bounds, cutOff } = this
    if (!bounds || !cutOff || this.complete) return
    const timer = setTimeout(() => {
      const { parts } = this
      // Bytes that came while the process was busy are read first.
      setImmediate(() => {
        if (this.timer === timer && this.parts === parts) cutOff()
      })
    }, bounds.pauseMs)
    this.timer = timer
  }

  private stopWatch(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  private keep(part: Buffer): Buffer {
    if (this.waiting) this.append ??= appendBuffer(this.waiting)
    this.waiting = this.append?.(part) ?? part
    return this.waiting
  }
}
