const replacement = 0xfffd
const smallest = 1_024

/**
 * Encodes texts in UTF-8 into a reused buffer: hashing is synchronous, and allocates nothing. A lone surrogate becomes
 * U+FFFD, as in TextEncoder.
 */
export class Utf8Writer {
  bytes = new Uint8Array(smallest)
  length = 0

  clear(): this {
    this.length = 0
    return this
  }

  add(text: string): this {
    this.reserve(3 * text.length)
    const { bytes } = this
    let end = this.length
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      if (unit < 0x80) bytes[end++] = unit
      else {
        const point = pointAt(text, i)
        if (point > 0xffff) i++
        end = writePoint(bytes, end, point)
      }
    }
    this.length = end
    return this
  }

  addByte(byte: number): this {
    this.reserve(1)
    this.bytes[this.length++] = byte
    return this
  }

  addBytes(bytes: Uint8Array): this {
    this.reserve(bytes.length)
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
    return this
  }

  /** Makes room for this many more bytes. */
  reserve(more: number): void {
    const needed = this.length + more
    if (needed <= this.bytes.length) return
    const larger = new Uint8Array(2 * needed)
    larger.set(this.bytes.subarray(0, this.length))
    this.bytes = larger
  }
}

const pointAt = (text: string, at: number): number => {
  const point = text.codePointAt(at) as number
  return point >= 0xd800 && point < 0xe000 ? replacement : point
}

function writePoint(bytes: Uint8Array, start: number, point: number): number {
  let end = start
  if (point < 0x800) bytes[end++] = 0xc0 | (point >> 6)
  else {
    if (point < 0x10000) bytes[end++] = 0xe0 | (point >> 12)
    else {
      bytes[end++] = 0xf0 | (point >> 18)
      bytes[end++] = 0x80 | ((point >> 12) & 0x3f)
    }
    bytes[end++] = 0x80 | ((point >> 6) & 0x3f)
  }
  bytes[end++] = 0x80 | (point & 0x3f)
  return end
}
