import type { Utf8Writer } from './utf8.ts'

/** A text with what SHA-1, SHA-256 and MD5 want behind it: a bit, zeros, and its length in bits, in whole blocks of 64 bytes. */
export function padded(text: Utf8Writer, order: 'big' | 'little'): { bytes: Uint8Array; length: number } {
  const written = text.length
  const length = ((written + 8) >>> 6) * 64 + 64
  text.reserve(length - written)
  const { bytes } = text
  bytes[written] = 0x80
  bytes.fill(0, written + 1, length)
  const bits = 8 * written
  // Texts are far below 512 MiB, so the upper half of the length stays 0.
  for (let i = 0; i < 4; i++) {
    const byte = (bits >>> (8 * i)) & 0xff
    bytes[order === 'big' ? length - 1 - i : length - 8 + i] = byte
  }
  return { bytes, length }
}
