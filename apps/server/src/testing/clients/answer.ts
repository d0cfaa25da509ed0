import { eventsType, linesType } from '@bunting/contract'

// biome-ignore lint/suspicious/noExplicitAny: a test reads of an answer what it is about; the document holds the rest.
export type Json = any
export type Answer = { status: number; headers: Headers; body: Json }
export type Send = { key?: string; body?: unknown; headers?: Record<string, string> }

/** Reads a whole response: of lines their text, and of events, which do not end, nothing. */
export const readAnswer = async (response: Response): Promise<Answer> => {
  const { status, headers } = response
  if (headers.get('content-type') === eventsType) {
    await response.body?.cancel()
    return { status, headers, body: '' }
  }
  const text = await response.text()
  if (headers.get('content-type') === linesType) return { status, headers, body: text }
  return { status, headers, body: text === '' ? undefined : JSON.parse(text) }
}
