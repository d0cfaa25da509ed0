import type { ServerResponse } from 'node:http'
import { streamsCutOff } from './measure.ts'

/** What readers were sent and have yet to take. Bytes that several wait for are held once, and count once. */
export type Unread = {
  /** Where too much waits then, those are cut off who wait for the oldest of it. */
  send(reader: ServerResponse, bytes: Buffer): void
  /** When a reader is gone. */
  forget(reader: ServerResponse): void
  bytes(): number
}

/** A reader that is cut off can come back and resume. */
export const cutOff = (reader: ServerResponse, bound: 'reader' | 'total'): void => {
  streamsCutOff.inc({ bound })
  reader.destroy()
}

/** Less than this is not counted: a connection itself takes more. */
const smallBytes = 16 * 1024

export const openUnread = (maxBytes: number): Unread => {
  /** Who waits for them, in the order in which they were first sent. */
  const waiting = new Map<Buffer, Set<ServerResponse>>()
  let total = 0

  const hold = (reader: ServerResponse, bytes: Buffer): void => {
    const readers = waiting.get(bytes)
    if (readers) readers.add(reader)
    else {
      waiting.set(bytes, new Set([reader]))
      total += bytes.length
    }
  }
  const release = (reader: ServerResponse, bytes: Buffer): void => {
    const readers = waiting.get(bytes)
    if (!readers?.delete(reader) || readers.size > 0) return
    waiting.delete(bytes)
    total -= bytes.length
  }
  const forget = (reader: ServerResponse): void => {
    for (const bytes of waiting.keys()) release(reader, bytes)
  }
  const makeRoom = (newest: Buffer): void => {
    for (const [bytes, readers] of waiting) {
      if (total <= maxBytes || bytes === newest) return
      for (const reader of readers) {
        cutOff(reader, 'total')
        forget(reader)
      }
    }
  }

  return {
    send: (reader, bytes) => {
      if (bytes.length < smallBytes) {
        reader.write(bytes)
        return
      }
      hold(reader, bytes)
      makeRoom(bytes)
      reader.write(bytes, () => release(reader, bytes))
    },
    forget,
    bytes: () => total,
  }
}
