import { limits } from '@bunting/contract'
import { type Asked, type Head, parseLine } from './parse-head.ts'

const [lineFeed, carriageReturn, zero, nine] = [0x0a, 0x0d, 0x30, 0x39]

/** The head of a POST, to recognize it again: a client repeats it, except for the URL and the length of the body. */
export class CachedHead {
  private readonly head: Head
  /** The bytes up to the digits of `Content-Length`, and those after the digits. */
  private readonly start: Buffer
  private readonly after: Buffer
  /** The part of `start` after the first line. */
  private readonly before: Buffer

  /** `bytes` begin with the head. */
  constructor(head: Head, bytes: Buffer) {
    const own = Buffer.from(bytes.subarray(0, head.length))
    this.head = head
    this.start = own.subarray(0, head.digitsStart)
    this.before = this.start.subarray(own.indexOf(lineFeed) + 1)
    this.after = own.subarray(head.digitsEnd)
  }

  /** The head that begins at `at`, if it repeats this one; else undefined. */
  match(bytes: Buffer, at: number, knows: (asked: Asked) => boolean): Head | undefined {
    if (isAt(bytes, at, this.start)) return this.matchRest(bytes, at, at + this.start.length, this.head.url)
    const end = bytes.indexOf(carriageReturn, at)
    const asked = end === -1 ? undefined : parseLine(bytes.toString('latin1', at, end))
    if (asked?.method !== 'POST' || bytes[end + 1] !== lineFeed || !knows(asked)) return undefined
    if (!isAt(bytes, end + 2, this.before)) return undefined
    return this.matchRest(bytes, at, end + 2 + this.before.length, asked.url)
  }

  /** Matches the rest, from the digits of `Content-Length` at `start`. */
  private matchRest(bytes: Buffer, at: number, start: number, url: string): Head | undefined {
    let end = start
    let bodyBytes = 0
    for (let byte = bytes[end]; byte !== undefined && byte >= zero && byte <= nine; byte = bytes[++end]) {
      bodyBytes = 10 * bodyBytes + (byte - zero)
    }
    const isPlain = end > start && (bytes[start] !== zero || end === start + 1)
    if (!isPlain || bodyBytes > limits.deliveryBodyBytes || !isAt(bytes, end, this.after)) return undefined
    return { ...this.head, url, bodyBytes, length: end + this.after.length - at }
  }
}

/** Up to this many bytes, a loop is faster than Node's `compare`. */
const few = 16

const isAt = (bytes: Buffer, at: number, part: Buffer): boolean => {
  const { length } = part
  if (at + length > bytes.length) return false
  if (length > few) return bytes.compare(part, 0, length, at, at + length) === 0
  for (let i = 0; i < length; i++) if (bytes[at + i] !== part[i]) return false
  return true
}
