import { padded } from './padded.ts'
import type { Utf8Writer } from './utf8.ts'

const schedule = new Int32Array(80)
const state = new Int32Array(5)

/** The first 52 bits of SHA-1 as a number: the first 13 digits of its hexadecimal text. */
export function sha1Top52(text: Utf8Writer): number {
  const { bytes, length } = padded(text, 'big')
  state.set([0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476, 0xc3d2e1f0 | 0])
  for (let block = 0; block < length; block += 64) mixBlock(bytes, block)
  const [first, second] = state as unknown as [number, number]
  return (first >>> 0) * 0x10_0000 + (second >>> 12)
}

function mixBlock(bytes: Uint8Array, block: number): void {
  for (let i = 0; i < 16; i++) {
    const at = block + 4 * i
    schedule[i] =
      ((bytes[at] as number) << 24) |
      ((bytes[at + 1] as number) << 16) |
      ((bytes[at + 2] as number) << 8) |
      (bytes[at + 3] as number)
  }
  for (let i = 16; i < 80; i++) {
    const mixed =
      (schedule[i - 3] as number) ^
      (schedule[i - 8] as number) ^
      (schedule[i - 14] as number) ^
      (schedule[i - 16] as number)
    schedule[i] = (mixed << 1) | (mixed >>> 31)
  }
  let [a, b, c, d, e] = state as unknown as [number, number, number, number, number]
  for (let i = 0; i < 80; i++) {
    const next = (((a << 5) | (a >>> 27)) + round(i, b, c, d) + e + (schedule[i] as number)) | 0
    e = d
    d = c
    c = (b << 30) | (b >>> 2)
    b = a
    a = next
  }
  add(0, a)
  add(1, b)
  add(2, c)
  add(3, d)
  add(4, e)
}

function round(i: number, b: number, c: number, d: number): number {
  if (i < 20) return ((b & c) | (~b & d)) + 0x5a827999
  if (i < 40) return (b ^ c ^ d) + 0x6ed9eba1
  if (i < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
  return (b ^ c ^ d) + 0xca62c1d6
}

const add = (at: number, value: number): void => {
  state[at] = ((state[at] as number) + value) | 0
}
