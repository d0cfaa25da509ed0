import { randomBytes } from 'node:crypto'
import { type Id, type IdKind, idPrefixes } from '@bunting/contract'
import { base62 } from './http/base62.ts'
import { withChecksum } from './http/key-checksum.ts'

/** Ids sort by the time they were made. */
export const newId = <Kind extends IdKind>(kind: Kind): Id<Kind> =>
  `${idPrefixes[kind]}_${uuidV7().toString('hex')}` as Id<Kind>

/** Node makes them itself only in its newest releases. */
const uuidV7 = (): Buffer => {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes
}

/** 256 random bits in 43 base62 characters. */
export const newSecret = (): string => randomText(43)

/** 220 random bits in 37 base62 characters, and their checksum. */
export const newKeySecret = (): string => withChecksum(randomText(37))

/** 256 random bits, as Standard Webhooks writes them. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const randomText = (length: number): string => base62(BigInt(`0x${randomBytes(32).toString('hex')}`), length)

/** A clock in microseconds that never gives the same twice, whatever the system's does. */
export const openClock = (): (() => number) => {
  let last = 0
  return () => {
    last = Math.max(Date.now() * 1_000, last + 1)
    return last
  }
}
