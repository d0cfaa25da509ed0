import type { ServerResponse } from 'node:http'
import type { Piece } from './chunk.ts'

/** Who reads a stream. There are tens of thousands: what one keeps counts. */
export type Reader = {
  /** Writes the head of a 200; names and values in turn. */
  begin(headers: readonly string[]): void
  /** `onTaken` is called once the system has taken it. */
  write(piece: Piece, onTaken?: () => void): void
  /** Bytes that it has yet to take. */
  unread(): number
  /** After what it has yet to take. */
  end(last: Piece | undefined): void
  isEnded(): boolean
  destroy(): void
  /** Called once, when it is gone. */
  onClose(listener: () => void): void
}

export class ResponseReader implements Reader {
  private readonly response: ServerResponse

  constructor(response: ServerResponse) {
    this.response = response
  }

  begin(headers: readonly string[]): void {
    this.response.writeHead(200, headers as string[])
  }

  write({ body }: Piece, onTaken?: () => void): void {
    this.response.write(body, onTaken)
  }

  unread(): number {
    return this.response.writableLength
  }

  end(last: Piece | undefined): void {
    this.response.end(last?.body)
  }

  isEnded(): boolean {
    return this.response.writableEnded
  }

  destroy(): void {
    this.response.destroy()
  }

  onClose(listener: () => void): void {
    this.response.on('close', listener)
  }
}
