import type { ServerResponse } from 'node:http'
import type { Chunk } from './chunk.ts'

/** The output of a stream. There are tens of thousands, so each keeps as little as possible. */
export type Sink = {
  /** Writes the head of a 200; names and values in turn. */
  begin(headers: readonly string[]): void
  /** `onTaken` is called once the operating system has taken it. */
  write(chunk: Chunk, onTaken?: () => void): void
  /** Bytes written that the operating system has not taken. */
  pendingBytes(): number
  /** Ends it once everything written has been taken. */
  end(last: Chunk | undefined): void
  isEnded(): boolean
  destroy(): void
  /** The listener is called once. */
  onClose(listener: () => void): void
}

export class ResponseSink implements Sink {
  private readonly response: ServerResponse

  constructor(response: ServerResponse) {
    this.response = response
  }

  begin(headers: readonly string[]): void {
    this.response.writeHead(200, headers as string[])
  }

  write({ body }: Chunk, onTaken?: () => void): void {
    this.response.write(body, onTaken)
  }

  pendingBytes(): number {
    return this.response.writableLength
  }

  end(last: Chunk | undefined): void {
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
