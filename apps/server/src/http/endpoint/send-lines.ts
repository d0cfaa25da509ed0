import { linesType } from '@bunting/contract'
import type { Context } from 'hono'

/** The length of a piece of an answer, about as much as is sent at once. */
const pieceLength = 64 * 1_024

/**
 * Answers with lines, made as fast as they are read. The first piece is made before the answer begins, so that an early
 * failure is answered like any error; a later one breaks the answer off.
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

/** The next piece; undefined at the end. */
const nextPiece = async (lines: AsyncGenerator<string>): Promise<string | undefined> => {
  let piece = ''
  while (piece.length < pieceLength) {
    const { value, done } = await lines.next()
    if (done) break
    piece += `${value}\n`
  }
  return piece === '' ? undefined : piece
}
