/** A set of small numbers, with 32 bits in each word. */
export type Bits = Int32Array

export const emptyBits = (words: number): Bits => new Int32Array(words)

export function addBit(bits: Bits, at: number): void {
  bits[at >> 5] = (bits[at >> 5] as number) | (1 << (at & 31))
}

export const hasBit = (bits: Bits, at: number): boolean => ((bits[at >> 5] as number) & (1 << (at & 31))) !== 0

export function addAll(bits: Bits, more: Bits): void {
  for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] as number) | (more[word] as number)
}

/** The range of words that are not empty: from the first to after the last. */
export function spanOf(bits: Bits): { from: number; to: number } {
  const isUsed = (word: number) => word !== 0
  const from = bits.findIndex(isUsed)
  return from < 0 ? { from: 0, to: 0 } : { from, to: bits.findLastIndex(isUsed) + 1 }
}
