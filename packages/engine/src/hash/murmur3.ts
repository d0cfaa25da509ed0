import type { Utf8Writer } from './utf8.ts'

/** MurmurHash3 (x86, 32 bit) of a text in UTF-8. The text is encoded while it is read, so nothing is allocated. */
export function murmur3(text: string, seed = 0): number {
  const length = text.length
  const whole = length & ~3
  let hash = seed | 0
  let seen = 0
  for (let i = 0; i < whole; i += 4) {
    const a = text.charCodeAt(i)
    const b = text.charCodeAt(i + 1)
    const c = text.charCodeAt(i + 2)
    const d = text.charCodeAt(i + 3)
    seen |= a | b | c | d
    hash = mix(hash, a | (b << 8) | (c << 16) | (d << 24))
  }
  const rest = length & 3
  const a = rest > 0 ? text.charCodeAt(whole) : 0
  const b = rest > 1 ? text.charCodeAt(whole + 1) : 0
  const c = rest > 2 ? text.charCodeAt(whole + 2) : 0
  seen |= a | b | c
  // In ASCII each character is a byte. Units are nearly always ASCII, and only others are read a second time.
  return (seen < 0x80 ? finish(hash ^ scramble(a | (b << 8) | (c << 16)), length) : ofUtf8(text, seed)) >>> 0
}

/** MurmurHash3 over bytes, which need not be text. */
export function murmur3OfBytes({ bytes, length }: Utf8Writer): number {
  const whole = length & ~3
  let hash = 0
  for (let i = 0; i < whole; i += 4) {
    const lower = (bytes[i] as number) | ((bytes[i + 1] as number) << 8)
    const upper = (bytes[i + 2] as number) | ((bytes[i + 3] as number) << 8)
    hash = mix(hash, lower | (upper << 16))
  }
  let last = 0
  for (let i = length - 1; i >= whole; i--) last = (last << 8) | (bytes[i] as number)
  return finish(hash ^ scramble(last), length) >>> 0
}

function ofUtf8(text: string, seed: number): number {
  let hash = seed | 0
  let block = 0
  let length = 0
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i) as number
    if (point > 0xffff) i++
    const bytes = utf8(point)
    const shift = (length & 3) * 8
    block |= bytes << shift
    length += utf8Length(point)
    if ((length & 3) * 8 > shift) continue
    hash = mix(hash, block)
    block = shift === 0 ? 0 : bytes >>> (32 - shift)
  }
  return finish(hash ^ scramble(block), length)
}

const utf8Length = (point: number) => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4)

/** The bytes of a code point, the first one lowest. A lone surrogate becomes U+FFFD, as in TextEncoder. */
function utf8(point: number): number {
  if (point < 0x80) return point
  if (point < 0x800) return 0x80c0 | (point >> 6) | ((point & 0x3f) << 8)
  if (point >= 0xd800 && point < 0xe000) return 0xbdbfef
  if (point < 0x10000) return 0x8080e0 | (point >> 12) | ((point & 0xfc0) << 2) | ((point & 0x3f) << 16)
  return 0x808080f0 | (point >> 18) | ((point & 0x3f000) >> 4) | ((point & 0xfc0) << 10) | ((point & 0x3f) << 24)
}

function scramble(block: number): number {
  const k = Math.imul(block, 0xcc9e2d51)
  return Math.imul((k << 15) | (k >>> 17), 0x1b873593)
}

function mix(hash: number, block: number): number {
  const h = hash ^ scramble(block)
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0
}

function finish(hash: number, length: number): number {
  let h = hash ^ length
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
