import { hash } from 'node:crypto'

/** The checksum of no entries. */
export const noEntries = '0000000000000000'

/**
 * Toggles entries in a checksum: adds those that it does not include, and removes those that it does. Both are the same
 * operation, and the order does not matter. A name is `f:` and a flag's key, or `s:` and a segment's. Redis computes
 * the same (see `redis/bundle-scripts.ts`).
 */
export const toggleEntries = (checksum: string, entries: Iterable<readonly [name: string, text: string]>): string => {
  let high = Number.parseInt(checksum.slice(0, 8), 16)
  let low = Number.parseInt(checksum.slice(8), 16)
  for (const [name, text] of entries) {
    const digest = hash('sha1', `${name}\0${text}`, 'buffer')
    high ^= digest.readUInt32BE(0)
    low ^= digest.readUInt32BE(4)
  }
  return hex(high) + hex(low)
}

const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0')
