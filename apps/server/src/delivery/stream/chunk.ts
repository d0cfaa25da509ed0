import { constants, deflateRaw, deflateRawSync } from 'node:zlib'
import { combine, type Sum, sumOf } from './crc.ts'

/**
 * A chunk of a stream, made once for all subscribers. `framed` is the body in the chunked encoding of HTTP/1.1, in the same
 * memory: it can be written to a socket as it is.
 */
export type Chunk = {
  body: Buffer
  framed: Buffer
  /** Of what is in it, where it is compressed. */
  sum?: Sum
}

export const plainChunk = (text: string): Chunk => {
  const length = Buffer.byteLength(text)
  const { body, framed } = allocate(length)
  body.write(text)
  return { body, framed }
}

const allocate = (length: number): Chunk => {
  const head = `${length.toString(16)}\r\n`
  const framed = Buffer.allocUnsafe(head.length + length + 2)
  framed.write(head, 'latin1')
  framed.write('\r\n', head.length + length, 'latin1')
  return { framed, body: framed.subarray(head.length, head.length + length) }
}

const chunkOf = (bytes: Buffer, sum?: Sum): Chunk => {
  const chunk = allocate(bytes.length)
  bytes.copy(chunk.body)
  return sum ? { ...chunk, sum } : chunk
}

// A compressed stream is one member of gzip, put together from chunks that refer to nothing before them: so there is one
// compression for all subscribers, and no state of zlib for each.
const flushed = { finishFlush: constants.Z_SYNC_FLUSH }
const stored = { ...flushed, level: constants.Z_NO_COMPRESSION }
const memberHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const lastBlock = Buffer.from([3, 0])

/** Takes about 20 µs a kilobyte. */
export const packedChunk = (text: string): Chunk => {
  const bytes = Buffer.from(text)
  return chunkOf(deflateRawSync(bytes, flushed), sumOf(bytes))
}

/** Compresses in the thread pool, without blocking. */
export const packChunk = (text: string): Promise<Chunk> => {
  const bytes = Buffer.from(text)
  const { promise, resolve, reject } = Promise.withResolvers<Chunk>()
  deflateRaw(bytes, flushed, (error, packed) => (error ? reject(error) : resolve(chunkOf(packed, sumOf(bytes)))))
  return promise
}

/** In a compressed stream, as it is. */
export const storedChunk = (text: string): Chunk => {
  const bytes = Buffer.from(text)
  return chunkOf(deflateRawSync(bytes, stored), sumOf(bytes))
}

/** What a compressed stream begins with. */
export const firstPacked = (text: string): Chunk => {
  const { body, sum } = packedChunk(text)
  return chunkOf(Buffer.concat([memberHead, body]), sum)
}

/** What was sent in a compressed stream so far, for its end. */
export type Sent = { crc: number; length: number }

export const addTo = (sent: Sent, { sum }: Chunk): void => {
  if (!sum) return
  sent.crc = combine(sent.crc, sum)
  sent.length = (sent.length + sum.length) | 0
}

/** What a compressed stream ends with: readers then know that it was whole. */
export const lastPacked = ({ crc, length }: Sent): Chunk => {
  const trailer = Buffer.alloc(8)
  trailer.writeInt32LE(crc, 0)
  trailer.writeInt32LE(length, 4)
  return chunkOf(Buffer.concat([lastBlock, trailer]))
}
