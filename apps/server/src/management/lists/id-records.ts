import type { HashSet } from '../../rules/lists/hash-set.ts'

const blockBytes = 16 * 1024
const headBytes = 10

/** A block of ids in the order in which they came: of each its hash and, if ids are kept, its length and its bytes. */
export type Records = {
  /** Returns false if there is no room left, even after repeated ids were removed. */
  put(high: number, low: number, id: string): boolean
  bytes(): Uint8Array
  /** Empties the block, whose memory is used again. */
  clear(): void
}

export const openRecords = (keepIds: boolean, sort: Sorter): Records => {
  // Most blocks of most uploads stay small.
  let buffer = Buffer.allocUnsafe(256)
  let end = 0

  const reserve = (needed: number): boolean => {
    if (end + needed <= buffer.length) return true
    if (end + needed > blockBytes) {
      // Any number of equal ids takes the room of one.
      end = writeSet(buffer, sort(buffer.subarray(0, end)))
      if (end > blockBytes / 2) return false
    }
    if (end + needed > buffer.length) {
      const larger = Buffer.allocUnsafe(Math.min(blockBytes, 4 * buffer.length))
      buffer.copy(larger, 0, 0, end)
      buffer = larger
    }
    return true
  }

  return {
    put: (high, low, id) => {
      if (!reserve(headBytes + (keepIds ? 3 * id.length : 0))) return false
      end = writeOne(buffer, end, high, low, keepIds ? id : undefined)
      return true
    },
    bytes: () => buffer.subarray(0, end),
    clear: () => {
      end = 0
    },
  }
}

const writeOne = (buffer: Buffer, at: number, high: number, low: number, id: string | undefined): number => {
  buffer.writeUInt32LE(low, at)
  buffer.writeUInt32LE(high, at + 4)
  if (id === undefined) return at + 8
  const length = buffer.write(id, at + headBytes)
  buffer.writeUInt16LE(length, at + 8)
  return at + headBytes + length
}

const writeSet = (buffer: Buffer, { words, ids }: HashSet): number => {
  let end = 0
  for (let at = 0; at < words.length; at += 2) {
    end = writeOne(buffer, end, words[at] as number, words[at + 1] as number, ids?.[at / 2])
  }
  return end
}

export type Sorter = (records: Buffer) => HashSet

/** Sorts records into a set, which is valid until the next call, since its memory is used again. */
export const openSorter = (keepIds: boolean): Sorter => {
  if (keepIds) return setWithIds
  let hashes = new BigUint64Array(0)
  let words = new Uint32Array(0)
  return (records) => {
    const size = records.length / 8
    if (size > hashes.length) {
      hashes = new BigUint64Array(2 * size)
      words = new Uint32Array(4 * size)
    }
    const halves = new Uint32Array(hashes.buffer, 0, 2 * size)
    for (let at = 0; at < halves.length; at += 2) {
      halves[at + upper] = records.readUInt32LE(4 * at + 4)
      halves[at + 1 - upper] = records.readUInt32LE(4 * at)
    }
    // Sorting a BigUint64Array compares native 64-bit numbers, without making a BigInt of any.
    hashes.subarray(0, size).sort()
    return { words: onceEach(halves, words) }
  }
}

const onceEach = (halves: Uint32Array, words: Uint32Array): Uint32Array => {
  let end = 0
  for (let at = 0; at < halves.length; at += 2) {
    const [high, low] = [halves[at + upper] as number, halves[at + 1 - upper] as number]
    if (end > 0 && words[end - 2] === high && words[end - 1] === low) continue
    words[end++] = high
    words[end++] = low
  }
  return words.subarray(0, end)
}

/** The index of a 64-bit number's upper half on this machine. In a set the upper half is always the first. */
const upper = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 1 : 0

type Kept = { high: number; low: number; id: string }

const setWithIds = (bytes: Buffer): HashSet => {
  const all: Kept[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt16LE(at + 8)
    const id = bytes.toString('utf8', at + headBytes, at + headBytes + length)
    all.push({ high: bytes.readUInt32LE(at + 4), low: bytes.readUInt32LE(at), id })
    at += headBytes + length
  }
  all.sort((a, b) => a.high - b.high || a.low - b.low)
  const once = all.filter((one, at) => one.high !== all[at - 1]?.high || one.low !== all[at - 1]?.low)
  const words = new Uint32Array(2 * once.length)
  for (const [at, { high, low }] of once.entries()) words.set([high, low], 2 * at)
  return { words, ids: once.map(({ id }) => id) }
}
