import { streamsCutOff } from '../metrics/measure.ts'
import type { Piece } from './chunk.ts'
import type { Reader } from './sink.ts'

/** What readers were sent and have yet to take. Bytes that several wait for are held once, and count once. */
export type Unread = {
  /** Where too much waits then, those are cut off who wait for the oldest of it. */
  send(reader: Reader, piece: Piece): void
  /** When a reader is gone. */
  forget(reader: Reader): void
  bytes(): number
}

/** A reader that is cut off can come back and resume. */
export const cutOff = (reader: Reader, bound: 'reader' | 'total'): void => {
  streamsCutOff.inc({ bound })
  reader.destroy()
}

/** Less than this is not counted: a connection itself takes more. */
const smallBytes = 16 * 1024

export const openUnread = (maxBytes: number): Unread => {
  /** Who waits for them, in the order in which they were first sent. */
  const waiting = new Map<Piece, Set<Reader>>()
  let total = 0

  const hold = (reader: Reader, piece: Piece): void => {
    const readers = waiting.get(piece)
    if (readers) readers.add(reader)
    else {
      waiting.set(piece, new Set([reader]))
      total += piece.body.length
    }
  }
  const release = (reader: Reader, piece: Piece): void => {
    const readers = waiting.get(piece)
    if (!readers?.delete(reader) || readers.size > 0) return
    waiting.delete(piece)
    total -= piece.body.length
  }
  const forget = (reader: Reader): void => {
    for (const piece of waiting.keys()) release(reader, piece)
  }
  const makeRoom = (newest: Piece): void => {
    for (const [piece, readers] of waiting) {
      if (total <= maxBytes || piece === newest) return
      for (const reader of readers) {
        cutOff(reader, 'total')
        forget(reader)
      }
    }
  }

  return {
    send: (reader, piece) => {
      if (piece.body.length < smallBytes) {
        reader.write(piece)
        return
      }
      hold(reader, piece)
      makeRoom(piece)
      reader.write(piece, () => release(reader, piece))
    },
    forget,
    bytes: () => total,
  }
}
