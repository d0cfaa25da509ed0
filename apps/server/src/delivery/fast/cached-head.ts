import { limits } from '@bunting/contract'
import { type Asked, type Head, parseLine } from './parse-head.ts'

const [lineFeed, carriageReturn, zero, nine] = [0x0a, 0x0d, 0x30, 0x39]

/** The head of a POST. A client sends the same again and again, but for the address and the length of the body. */
export class CachedHead {
  private readonly head: Head
  /** Up to the digits of `Content-Length`, and what follows them. */
  private readonly start: Buffer
  private readonly after: Buffer
  /** Of its start, what is behind the first line. */
  private readonly before: Buffer

  /** `bytes` begin with it. */
  constructor(head: Head, bytes: Buffer) {
    const own = Buffer.from(bytes.subarray(0, head.length))
    this.head = head
    this.start = own.subarray(0, head.digitsStart)
    this.before = this.start.subarray(own.indexOf(lineFeed) + 1)
    this.after = own.subarray(head.digitsEnd)
  }

  /** The head that begins there, where it is one such; else undefined. */
  match(bytes: Buffer, at: number, knows: (asked: Asked) => boolean): Head | undefined {
    if (isAt(bytes, at, this.start)) return this.matchRest(bytes, at, at + this.start.length, this.head.url)
    const end = bytes.indexOf(carriageReturn, at)
    const asked = end === -1 ? undefined : parseLine(bytes.toString('latin1', at, end))
    if (asked?.method !== 'POST' || bytes[end + 1] !== lineFeed || !knows(asked)) return undefined
    if (!isAt(bytes, end + 2, this.before)) return undefined
    return this.matchRest(bytes, at, end + 2 + this.before.length, asked.url)
  }

  /** From where the digits of its length begin. */
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

/** Where fewer are compared, a loop is faster than a call of Node's own. */
const few = 16

const isAt = (bytes: Buffer, at: number, part: Buffer): boolean => {
  const { length } = part
  if (at + length > bytes.length) return false
  if (length > few) return bytes.compare(part, 0, length, at, at + length) === 0
  for (let i = 0; i < length; i++) if (bytes[at + i] !== part[i]) return false
  return true
}
