import { constants, deflateRaw, deflateRawSync } from 'node:zlib'
import { combine, type Sum, sumOf } from './crc.ts'

/**
 * A piece of a stream, made once for all readers that are sent it. `chunk` is the body as a chunk of HTTP/1.1, and has the
 * same bytes: whoever writes to the socket itself needs nothing further.
 */
export type Piece = {
  body: Buffer
  chunk: Buffer
  /** Of what is in it, where it is compressed. */
  sum?: Sum
}

export const plainPiece = (text: string): Piece => {
  const length = Buffer.byteLength(text)
  const { body, chunk } = room(length)
  body.write(text)
  return { body, chunk }
}

const room = (length: number): Piece => {
  const head = `${length.toString(16)}\r\n`
  const chunk = Buffer.allocUnsafe(head.length + length + 2)
  chunk.write(head, 'latin1')
  chunk.write('\r\n', head.length + length, 'latin1')
  return { chunk, body: chunk.subarray(head.length, head.length + length) }
}

const pieceOf = (bytes: Buffer, sum?: Sum): Piece => {
  const piece = room(bytes.length)
  bytes.copy(piece.body)
  return sum ? { ...piece, sum } : piece
}

// A compressed stream is one member of gzip, put together from pieces that refer to nothing before them: so there is one
// compression for all readers, and no state of zlib for each.
const flushed = { finishFlush: constants.Z_SYNC_FLUSH }
const stored = { ...flushed, level: constants.Z_NO_COMPRESSION }
const memberHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const lastBlock = Buffer.from([3, 0])

/** Takes about 20 µs a kilobyte. */
export const packedPiece = (text: string): Piece => {
  const bytes = Buffer.from(text)
  return pieceOf(deflateRawSync(bytes, flushed), sumOf(bytes))
}

/** By one of the system's threads: nobody waits for it meanwhile. */
export const packPiece = (text: string): Promise<Piece> => {
  const bytes = Buffer.from(text)
  const { promise, resolve, reject } = Promise.withResolvers<Piece>()
  deflateRaw(bytes, flushed, (error, packed) => (error ? reject(error) : resolve(pieceOf(packed, sumOf(bytes)))))
  return promise
}

/** In a compressed stream, as it is. */
export const storedPiece = (text: string): Piece => {
  const bytes = Buffer.from(text)
  return pieceOf(deflateRawSync(bytes, stored), sumOf(bytes))
}

/** What a compressed stream begins with. */
export const firstPacked = (text: string): Piece => {
  const { body, sum } = packedPiece(text)
  return pieceOf(Buffer.concat([memberHead, body]), sum)
}

/** What was sent in a compressed stream so far, for its end. */
export type Sent = { crc: number; length: number }

export const addTo = (sent: Sent, { sum }: Piece): void => {
  if (!sum) return
  sent.crc = combine(sent.crc, sum)
  sent.length = (sent.length + sum.length) | 0
}

/** What a compressed stream ends with: readers then know that it was whole. */
export const lastPacked = ({ crc, length }: Sent): Piece => {
  const trailer = Buffer.alloc(8)
  trailer.writeInt32LE(crc, 0)
  trailer.writeInt32LE(length, 4)
  return pieceOf(Buffer.concat([lastBlock, trailer]))
}
