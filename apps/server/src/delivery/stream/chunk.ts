import { constants, deflateRaw, deflateRawSync } from 'node:zlib'
import { combine, type Sum, sumOf } from './crc.ts'

/**
 * A chunk of a stream, made once for all subscribers. `framed` is the body in the chunked encoding of HTTP/1.1, in the same
 * memory: it can be written to a socket as it is.
 */
export type Chunk = {
  body: Buffer
  framed: Buffer
  /** The checksum of the uncompressed content, if the chunk is compressed. */
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

// A compressed stream is one gzip member, made of chunks that do not refer to anything before them: so each is
// compressed once for all subscribers, and no subscriber needs zlib state of its own.
const flushed = { finishFlush: constants.Z_SYNC_FLUSH }
const stored = { ...flushed, level: constants.Z_NO_COMPRESSION }
const memberHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const lastBlock = Buffer.from([3, 0])

/** Compresses synchronously, which takes about 20 µs a kilobyte. */
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

/** A chunk of a compressed stream whose content is stored uncompressed. */
export const storedChunk = (text: string): Chunk => {
  const bytes = Buffer.from(text)
  return chunkOf(deflateRawSync(bytes, stored), sumOf(bytes))
}

/** The first chunk of a compressed stream, with gzip's header. */
export const firstPacked = (text: string): Chunk => {
  const { body, sum } = packedChunk(text)
  return chunkOf(Buffer.concat([memberHead, body]), sum)
}

/** The checksum and length of what was sent in a compressed stream so far, for its end. */
export type Sent = { crc: number; length: number }

export const addTo = (sent: Sent, { sum }: Chunk): void => {
  if (!sum) return
  sent.crc = combine(sent.crc, sum)
  sent.length = (sent.length + sum.length) | 0
}

/** The last chunk of a compressed stream, by which readers know that it is complete. */
export const lastPacked = ({ crc, length }: Sent): Chunk => {
  const trailer = Buffer.alloc(8)
  trailer.writeInt32LE(crc, 0)
  trailer.writeInt32LE(length, 4)
  return chunkOf(Buffer.concat([lastBlock, trailer]))
}
