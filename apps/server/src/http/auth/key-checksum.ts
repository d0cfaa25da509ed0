import { crc32 } from 'node:zlib'
import { base62 } from './base62.ts'

/** The secret of a key: scanners that find one by its look know by the end of it that it is no accident. */
export const withChecksum = (random: string): string => `${random}${base62(BigInt(crc32(random)), 6)}`
