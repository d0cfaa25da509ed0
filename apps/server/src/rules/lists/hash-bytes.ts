import { type HashSet, halfAt, sizeOf } from './hash-set.ts'

const isLittle = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/** The hashes as they are stored and sent: 8 bytes each, big-endian. */
export const bytesOfSet = (set: HashSet): Uint8Array => {
  if (set.bytes) return set.bytes
  return toBytesInPlace(Uint32Array.from(set.words))
}

/** Does the same in the memory of the words, which are not valid any more. */
export const toBytesInPlace = (words: Uint32Array): Uint8Array => {
  const bytes = Buffer.from(words.buffer, words.byteOffset, words.byteLength)
  return isLittle ? bytes.swap32() : bytes
}

/** Copies the bytes, since those of a driver may be a view that is not aligned for words. */
const wordsIn = (bytes: Uint8Array): Uint32Array => {
  const copy = new Uint8Array(bytes.length)
  copy.set(bytes)
  const buffer = Buffer.from(copy.buffer)
  if (isLittle) buffer.swap32()
  return new Uint32Array(copy.buffer)
}

/** A set of bytes. Most parts of a large list are passed on as they are, so words are made only if they are needed. */
export const setIn = (bytes: Uint8Array, ids?: readonly string[]): HashSet => {
  let words: Uint32Array | undefined
  return {
    bytes,
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
    get words() {
      words ??= wordsIn(bytes)
      return words
    },
    ...(ids && { ids }),
  }
}

/** The last hash of a set that has one. */
export const lastOf = (set: HashSet): { high: number; low: number } => {
  const size = sizeOf(set)
  return { high: halfAt(set, 2 * size - 2), low: halfAt(set, 2 * size - 1) }
}
