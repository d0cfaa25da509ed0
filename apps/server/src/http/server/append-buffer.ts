/**
 * Appends parts and returns all of them so far. They share one buffer that doubles when it is full: parts may be a byte
 * each, and an object for each would take a hundred times its content.
 */
export const appendBuffer = (first: Uint8Array): ((part: Uint8Array) => Buffer) => {
  let buffer = Buffer.from(first.buffer, first.byteOffset, first.length)
  let length = buffer.length
  return (part) => {
    const end = length + part.length
    if (end > buffer.length) {
      const larger = Buffer.allocUnsafe(2 * end)
      buffer.copy(larger, 0, 0, length)
      buffer = larger
    }
    buffer.set(part, length)
    length = end
    return buffer.subarray(0, length)
  }
}
