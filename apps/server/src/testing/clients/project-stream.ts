import { type ProjectEvent, readEvents } from '@bunting/contract'
import { onTestFinished } from 'vitest'

export type AtEnd = (close: () => Promise<void>) => void

export type ProjectStream = {
  response: Response
  /** Waits for the next event; undefined once the stream has ended. */
  next(): Promise<ProjectEvent | undefined>
  close(): Promise<void>
}

/** Reads a project's stream, one event at a time, until the test ends. Concurrent tests pass their own `atEnd`. */
export const readProjectStream = (response: Response, atEnd: AtEnd = onTestFinished): ProjectStream => {
  const reader = response.body?.getReader()
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { done: true }
      if (done || !value) return
      yield value
    }
  }
  const events = readEvents(pieces())
  const close = async (): Promise<void> => reader?.cancel()
  atEnd(close)
  return { response, close, next: async () => (await events.next()).value as ProjectEvent | undefined }
}

/** Waits until a stream ends, and ignores its events. */
export const ends = async ({ next }: Pick<ProjectStream, 'next'>): Promise<true> => {
  while ((await next()) !== undefined);
  return true
}
