import { limits } from '@bunting/contract'
import { type Asked, type Head, parseLine } from './parse-head.ts'

const [lineFeed, carriageReturn, zero, nine] = [0x0a, 0x0d, 0x30, 0x39]

/** The head of a POST. A client sends the same again and again, but for the address and the length of the body. */
export class KnownHead {
  private readonly head: Head
  private readonly line: Buffer
  /** What stands between the first line and the digits of `Content-Length`, and what after them. */
  private readonly before: Buffer
  private readonly after: Buffer

  /** `bytes` begin with it. */
  constructor(head: Head, bytes: Buffer) {
    const own = Buffer.from(bytes.subarray(0, head.length))
    const lineEnd = own.indexOf(lineFeed) + 1
    this.head = head
    this.line = own.subarray(0, lineEnd)
    this.before = own.subarray(lineEnd, head.digitsStart)
    this.after = own.subarray(head.digitsEnd)
  }

  /** The head that begins there, where it is one such; else undefined. */
  match(bytes: Buffer, at: number, knows: (asked: Asked) => boolean): Head | undefined {
    if (isAt(bytes, at, this.line)) return this.matchRest(bytes, at, at + this.line.length, this.head.url)
    const end = bytes.indexOf(carriageReturn, at)
    const asked = end === -1 ? undefined : parseLine(bytes.toString('latin1', at, end))
    if (asked?.method !== 'POST' || bytes[end + 1] !== lineFeed || !knows(asked)) return undefined
    return this.matchRest(bytes, at, end + 2, asked.url)
  }

  private matchRest(bytes: Buffer, at: number, from: number, url: string): Head | undefined {
    if (!isAt(bytes, from, this.before)) return undefined
    const start = from + this.before.length
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

const isAt = (bytes: Buffer, at: number, part: Buffer): boolean => {
  const end = at + part.length
  return end <= bytes.length && bytes.compare(part, 0, part.length, at, end) === 0
}
