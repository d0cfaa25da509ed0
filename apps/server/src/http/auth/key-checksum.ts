import { crc32 } from 'node:zlib'
import { base62 } from './base62.ts'

/** Adds a checksum to the secret of a key: scanners that find a text like a key can tell by it whether it is one. */
export const withChecksum = (random: string): string => `${random}${base62(BigInt(crc32(random)), 6)}`
