/**
 * Puts parts behind each other and gives all of them so far. They go into one place that doubles when it is full: parts
 * may be a byte each, and to keep an object for each would take a hundred times what it holds.
 */
export const gatherParts = (first: Uint8Array): ((part: Uint8Array) => Buffer) => {
  let place = Buffer.from(first.buffer, first.byteOffset, first.length)
  let length = place.length
  return (part) => {
    const end = length + part.length
    if (end > place.length) {
      const larger = Buffer.allocUnsafe(2 * end)
      place.copy(larger, 0, 0, length)
      place = larger
    }
    place.set(part, length)
    length = end
    return place.subarray(0, length)
  }
}
