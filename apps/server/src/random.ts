import { randomBytes, randomUUID } from 'node:crypto'
import { type Id, type IdKind, idPrefixes } from '@bunting/contract'
import { base62 } from './http/auth/base62.ts'
import { withChecksum } from './http/auth/key-checksum.ts'

/** Makes an id. Ids sort by the time at which they were made. */
export const newId = <Kind extends IdKind>(kind: Kind): Id<Kind> => `${idPrefixes[kind]}_${uuidV7()}` as Id<Kind>

/**
 * The digits of a UUID of version 7, which Node itself makes only in its newest releases. It makes those of version 4
 * many at a time: the time replaces their first digits, and the rest has the same layout.
 */
const uuidV7 = (): string => {
  const [, , third = '', fourth, fifth] = randomUUID().split('-')
  return `${Date.now().toString(16).padStart(12, '0')}7${third.slice(1)}${fourth}${fifth}`
}

/** 256 random bits in 43 base62 characters. */
export const newSecret = (): string => randomText(43)

/** 220 random bits in 37 base62 characters, and their checksum. */
export const newKeySecret = (): string => withChecksum(randomText(37))

/** 256 random bits, as Standard Webhooks writes them. */
/** What the hashes of a list are made with. */
export const newListSalt = (): string => randomBytes(16).toString('base64url')

export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const randomText = (length: number): string => base62(BigInt(`0x${randomBytes(32).toString('hex')}`), length)

/** A clock in microseconds that never returns the same time twice, whatever the system's clock does. */
export const openClock = (nowMs: () => number = () => Date.now()): (() => number) => {
  let last = 0
  return () => {
    last = Math.max(nowMs() * 1_000, last + 1)
    return last
  }
}
