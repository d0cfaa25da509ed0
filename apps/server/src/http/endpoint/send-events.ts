import { eventsType } from '@bunting/contract'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** The reader of a stream of events. */
export type EventReader = {
  /** Sends bytes. A reader with too much unread is cut off, and can resume. */
  write(bytes: Uint8Array): void
  /** Tells whether everything was taken. */
  isIdle(): boolean
  end(): void
}

export type SentEvents = {
  /**
   * Begins to write, or throws if there is no room for it. The returned function is called once, when the reader is
   * gone.
   */
  open(reader: EventReader): () => void
}

/** The most bytes that may wait for a reader. */
const maxWaiting = 64 * 1_024
/** How long a reader may take to receive the end of the stream. */
const endMs = 5_000
/** It is not known when streams end, so refused readers are asked to come back soon. */
const retryAfterSeconds = 10
const headers = { 'content-type': eventsType, 'cache-control': 'no-store', 'x-accel-buffering': 'no' }

/** Answers with a stream of events, until one side ends it. */
export const sendEvents = (c: Context, { open }: SentEvents): Response => {
  if (c.req.method === 'HEAD') return c.body(null, 200, headers)
  const outgoing = (c.env as HttpBindings | undefined)?.outgoing
  const { stream, reader, onGone } = openReader(() => outgoing?.destroy())
  try {
    onGone(open(reader))
  } catch (error) {
    c.header('retry-after', String(retryAfterSeconds))
    throw error
  }
  if (outgoing) attach(outgoing, reader)
  return c.body(stream, 200, headers)
}

const attach = (outgoing: HttpBindings['outgoing'], reader: EventReader): void => {
  // Not kept alive: a stopping service would wait for the idle connection.
  outgoing.shouldKeepAlive = false
  // A caller that hung up before the answer causes no event on the stream.
  if (outgoing.destroyed) reader.end()
  else outgoing.on('close', reader.end)
}

const openReader = (hangUp: () => void) => {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let forget = (): void => undefined
  let isOver = false
  const gone = (): void => {
    if (isOver) return
    isOver = true
    forget()
  }
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (its) => {
        controller = its
      },
      cancel: gone,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxWaiting }),
  )
  const room = (): number => controller?.desiredSize ?? 0
  const reader: EventReader = {
    write: (bytes) => {
      if (isOver) return
      if (room() > 0) controller?.enqueue(bytes)
      else {
        gone()
        hangUp()
      }
    },
    isIdle: () => room() === maxWaiting,
    end: () => {
      if (isOver) return
      gone()
      controller?.close()
      setTimeout(hangUp, endMs).unref()
    },
  }
  return {
    stream,
    reader,
    onGone: (callback: () => void): void => {
      if (isOver) callback()
      else forget = callback
    },
  }
}
