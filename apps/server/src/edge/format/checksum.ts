import { hash } from 'node:crypto'

/** Of nothing. */
export const noEntries = '0000000000000000'

/**
 * A checksum with these entries put in where they were not, or taken out where they were: which of the two makes no
 * difference, nor does their order. A name is `f:` and a flag's key or `s:` and a segment's. Redis reckons the same (see
 * `redis-bundle-scripts.ts`).
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
