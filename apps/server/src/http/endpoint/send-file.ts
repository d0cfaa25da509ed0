import { fileType } from '@bunting/contract'
import type { Context } from 'hono'

/** A file as an answer. A reader that stops early must call `return` on `pieces`, which releases the file. */
export type SentFile = { size: number; pieces: AsyncGenerator<Uint8Array> }

/** How long a reader may take nothing. A file is held for one reader at a time. */
const defaultTimeoutMs = 60_000

/** Sends a file as fast as it is read. The size comes first, so that a reader knows whether it has all of it. */
export const sendFile = (c: Context, { size, pieces }: SentFile, timeoutMs = defaultTimeoutMs): Response => {
  let stalled: NodeJS.Timeout | undefined
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        clearTimeout(stalled)
        const { value, done } = await pieces.next()
        if (done) return controller.close()
        controller.enqueue(value)
        stalled = setTimeout(() => {
          controller.error(new Error('the reader takes nothing'))
          void pieces.return(undefined)
        }, timeoutMs).unref()
      },
      cancel: async () => {
        clearTimeout(stalled)
        await pieces.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
  // A caller that hung up before the answer causes no event on the stream.
  const { signal } = c.req.raw
  const giveBack = () => void pieces.return(undefined)
  if (signal.aborted) giveBack()
  else signal.addEventListener('abort', giveBack, { once: true })
  return c.body(stream, 200, { 'content-type': fileType, 'content-length': String(size) })
}
