/** A trie of byte strings. States are numbered level by level, and the children of a state are adjacent. The root is 0. */
export type ByteTrie = {
  /** The number of states. */
  size: number
  /** The class of each byte; 0 for bytes that occur in no text. */
  classOf: Uint8Array
  /** The number of classes. */
  width: number
  /** The index of the text that ends at a state; -1 if none does. */
  ends: Int32Array
  /** The class that leads to a state. */
  unitOf(state: number): number
  childrenOf(state: number): Iterable<number>
  /** The child for a class; 0, the root, if there is none. */
  childOf(state: number, unit: number): number
}

/** Makes a trie of distinct texts that are not empty. */
export const makeByteTrie = (texts: readonly string[]): ByteTrie => {
  const sorted = texts
    .map((text, index) => ({ index, bytes: Buffer.from(text) }))
    .sort((one, other) => Buffer.compare(one.bytes, other.bytes))
  const { classOf, width } = classesOf(sorted.map(({ bytes }) => bytes))
  const max = sorted.reduce((sum, { bytes }) => sum + bytes.length, 1)
  const units = new Uint8Array(max)
  const children = new Int32Array(max + 1)
  const ends = new Int32Array(max).fill(-1)
  // A state is a range of the sorted texts, which have a common prefix.
  const from = new Int32Array(max)
  const to = new Int32Array(max)
  const depths = new Int32Array(max)
  to[0] = sorted.length
  let size = 1
  for (let state = 0; state < size; state++) {
    children[state] = size
    const depth = depths[state] as number
    const last = to[state] as number
    let at = from[state] as number
    const first = sorted[at]
    if (first !== undefined && first.bytes.length === depth && at < last) {
      ends[state] = first.index
      at++
    }
    while (at < last) {
      const byte = sorted[at]?.bytes[depth] as number
      units[size] = classOf[byte] as number
      from[size] = at
      while (at < last && sorted[at]?.bytes[depth] === byte) at++
      to[size] = at
      depths[size++] = depth + 1
    }
  }
  children[size] = size
  return {
    size,
    classOf,
    width,
    ends,
    unitOf: (state) => units[state] as number,
    childrenOf: function* (state) {
      const last = children[state + 1] as number
      for (let child = children[state] as number; child < last; child++) yield child
    },
    childOf: (state, unit) => {
      const last = children[state + 1] as number
      for (let child = children[state] as number; child < last; child++) if (units[child] === unit) return child
      return 0
    },
  }
}

/** Assigns all bytes that occur in no text to one class, which makes tables a fraction as wide. */
const classesOf = (texts: readonly Uint8Array[]): { classOf: Uint8Array; width: number } => {
  const isUsed = new Uint8Array(256)
  for (const text of texts) for (const byte of text) isUsed[byte] = 1
  const classOf = new Uint8Array(256)
  let width = 1
  for (const [byte, used] of isUsed.entries()) if (used === 1) classOf[byte] = width++
  return { classOf, width }
}
