import { padded } from './padded.ts'
import type { Utf8Writer } from './utf8.ts'

const sines = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 0x1_0000_0000) | 0)
const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
const words = new Int32Array(16)
const state = new Int32Array(4)

/** MD5 as a number, modulo a small number. */
export function md5Modulo(text: Utf8Writer, modulus: number): number {
  const { bytes, length } = padded(text, 'little')
  state.set([0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476])
  for (let block = 0; block < length; block += 64) mixBlock(bytes, block)
  return state.reduce((rest, word) => (rest * 0x1_0000_0000 + swapped(word)) % modulus, 0)
}

function mixBlock(bytes: Uint8Array, block: number): void {
  for (let i = 0; i < 16; i++) {
    const at = block + 4 * i
    words[i] =
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24)
  }
  let [a, b, c, d] = state as unknown as [number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const sum = (a + mixed(i, b, c, d) + (sines[i] as number) + (words[wordOf(i)] as number)) | 0
    const shift = shifts[((i >> 4) << 2) | (i & 3)] as number
    a = d
    d = c
    c = b
    b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0
  }
  add(0, a)
  add(1, b)
  add(2, c)
  add(3, d)
}

function mixed(i: number, b: number, c: number, d: number): number {
  if (i < 16) return (b & c) | (~b & d)
  if (i < 32) return (d & b) | (~d & c)
  return i < 48 ? b ^ c ^ d : c ^ (b | ~d)
}

function wordOf(i: number): number {
  if (i < 16) return i
  if (i < 32) return (5 * i + 1) & 15
  return i < 48 ? (3 * i + 5) & 15 : (7 * i) & 15
}

/** The word with its bytes reversed, as an unsigned number. */
const swapped = (word: number): number =>
  (((word & 0xff) << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)) >>> 0

const add = (at: number, value: number): void => {
  state[at] = ((state[at] as number) + value) | 0
}
