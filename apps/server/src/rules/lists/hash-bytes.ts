import type { HashSet } from './hash-set.ts'

const isLittle = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/** As they are kept and sent: 8 bytes each, big-endian. */
export const bytesOfSet = ({ words }: HashSet): Buffer => {
  const bytes = Buffer.from(Uint32Array.from(words).buffer)
  return isLittle ? bytes.swap32() : bytes
}

/** The bytes are copied: what a driver gave may be a view of more, and not where words begin. */
export const wordsIn = (bytes: Uint8Array): Uint32Array => {
  const copy = new Uint8Array(bytes.length)
  copy.set(bytes)
  const buffer = Buffer.from(copy.buffer)
  if (isLittle) buffer.swap32()
  return new Uint32Array(copy.buffer)
}
