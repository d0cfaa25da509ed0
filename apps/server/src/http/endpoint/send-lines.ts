import { linesType } from '@bunting/contract'
import type { Context } from 'hono'

/** A piece of an answer, about as large as what goes out at once. */
const pieceLength = 64 * 1_024

/**
 * Lines as an answer, made as fast as they are read and no faster. The first piece is made before anything is said, so
 * that what fails at once is answered as any error is; what fails later breaks the answer off.
 */
export const sendLines = async (c: Context, lines: AsyncGenerator<string>): Promise<Response> => {
  const first = await nextPiece(lines)
  const encoder = new TextEncoder()
  let piece: string | undefined = first
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (piece === undefined) return controller.close()
      controller.enqueue(encoder.encode(piece))
      piece = await nextPiece(lines)
    },
    cancel: async () => {
      await lines.return(undefined)
    },
  })
  return c.body(stream, 200, { 'content-type': linesType })
}

/** Undefined at the end. */
const nextPiece = async (lines: AsyncGenerator<string>): Promise<string | undefined> => {
  let piece = ''
  while (piece.length < pieceLength) {
    const { value, done } = await lines.next()
    if (done) break
    piece += `${value}\n`
  }
  return piece === '' ? undefined : piece
}
