import type { Utf8Writer } from './utf8.ts'

const [start, prime] = [0x811c9dc5 | 0, 0x01000193]

/** FNV-1a, 32 bit, over the UTF-16 code units of two texts in sequence. */
export const fnv1aOfUnits = (one: string, other = ''): number => mixUnits(mixUnits(start, one), other) >>> 0

function mixUnits(before: number, text: string): number {
  let hash = before
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), prime)
  return hash
}

/** FNV-1a, 32 bit, over bytes. */
export function fnv1aOfBytes({ bytes, length }: Utf8Writer): number {
  let hash = start
  for (let i = 0; i < length; i++) hash = Math.imul(hash ^ (bytes[i] as number), prime)
  return hash >>> 0
}
