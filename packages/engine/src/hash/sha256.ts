import { padded } from './padded.ts'
import type { Utf8Writer } from './utf8.ts'

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const constants = Int32Array.of(
  0x428a2f98,
  0x71374491,
  0xb5c0fbcf,
  0xe9b5dba5,
  0x3956c25b,
  0x59f111f1,
  0x923f82a4,
  0xab1c5ed5,
  0xd807aa98,
  0x12835b01,
  0x243185be,
  0x550c7dc3,
  0x72be5d74,
  0x80deb1fe,
  0x9bdc06a7,
  0xc19bf174,
  0xe49b69c1,
  0xefbe4786,
  0x0fc19dc6,
  0x240ca1cc,
  0x2de92c6f,
  0x4a7484aa,
  0x5cb0a9dc,
  0x76f988da,
  0x983e5152,
  0xa831c66d,
  0xb00327c8,
  0xbf597fc7,
  0xc6e00bf3,
  0xd5a79147,
  0x06ca6351,
  0x14292967,
  0x27b70a85,
  0x2e1b2138,
  0x4d2c6dfc,
  0x53380d13,
  0x650a7354,
  0x766a0abb,
  0x81c2c92e,
  0x92722c85,
  0xa2bfe8a1,
  0xa81a664b,
  0xc24b8b70,
  0xc76c51a3,
  0xd192e819,
  0xd6990624,
  0xf40e3585,
  0x106aa070,
  0x19a4c116,
  0x1e376c08,
  0x2748774c,
  0x34b0bcb5,
  0x391c0cb3,
  0x4ed8aa4a,
  0x5b9cca4f,
  0x682e6ff3,
  0x748f82ee,
  0x78a5636f,
  0x84c87814,
  0x8cc70208,
  0x90befffa,
  0xa4506ceb,
  0xbef9a3f7,
  0xc67178f2,
)
const initial = Int32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
)
const schedule = new Int32Array(64)
const state = new Int32Array(8)

/** The first 64 bits of SHA-256, in the same object each time: it is read before the next text is hashed. */
export function sha256Top64(text: Utf8Writer): { readonly high: number; readonly low: number } {
  const { bytes, length } = padded(text, 'big')
  state.set(initial)
  for (let block = 0; block < length; block += 64) mixBlock(state, bytes, block)
  top.high = (state[0] as number) >>> 0
  top.low = (state[1] as number) >>> 0
  return top
}

const top = { high: 0, low: 0 }

/** SHA-256 of bytes that come one part after the other, for what is too large to be hashed at once. */
export const openSha256 = (): { update(bytes: Uint8Array): void; hex(): string } => {
  const hash = Int32Array.from(initial)
  const rest = new Uint8Array(128)
  let inRest = 0
  let total = 0

  const update = (bytes: Uint8Array): void => {
    total += bytes.length
    let at = 0
    if (inRest > 0) {
      at = Math.min(64 - inRest, bytes.length)
      rest.set(bytes.subarray(0, at), inRest)
      inRest += at
      if (inRest < 64) return
      mixBlock(hash, rest, 0)
    }
    for (; at + 64 <= bytes.length; at += 64) mixBlock(hash, bytes, at)
    rest.set(bytes.subarray(at), 0)
    inRest = bytes.length - at
  }

  const hex = (): string => {
    const length = inRest < 56 ? 64 : 128
    rest.fill(0, inRest)
    rest[inRest] = 0x80
    const bits = new DataView(rest.buffer)
    bits.setUint32(length - 8, Math.floor(total / 0x2000_0000))
    bits.setUint32(length - 4, (total * 8) >>> 0)
    for (let block = 0; block < length; block += 64) mixBlock(hash, rest, block)
    return Array.from(hash, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
  }
  return { update, hex }
}

function mixBlock(into: Int32Array, bytes: Uint8Array, block: number): void {
  for (let i = 0; i < 16; i++) {
    const at = block + 4 * i
    schedule[i] =
      ((bytes[at] as number) << 24) |
      ((bytes[at + 1] as number) << 16) |
      ((bytes[at + 2] as number) << 8) |
      (bytes[at + 3] as number)
  }
  for (let i = 16; i < 64; i++) {
    const x = schedule[i - 15] as number
    const y = schedule[i - 2] as number
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    schedule[i] = ((schedule[i - 16] as number) + s0 + (schedule[i - 7] as number) + s1) | 0
  }
  let a = into[0] as number
  let b = into[1] as number
  let c = into[2] as number
  let d = into[3] as number
  let e = into[4] as number
  let f = into[5] as number
  let g = into[6] as number
  let h = into[7] as number
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (constants[i] as number) + (schedule[i] as number)) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  into[0] = ((into[0] as number) + a) | 0
  into[1] = ((into[1] as number) + b) | 0
  into[2] = ((into[2] as number) + c) | 0
  into[3] = ((into[3] as number) + d) | 0
  into[4] = ((into[4] as number) + e) | 0
  into[5] = ((into[5] as number) + f) | 0
  into[6] = ((into[6] as number) + g) | 0
  into[7] = ((into[7] as number) + h) | 0
}
