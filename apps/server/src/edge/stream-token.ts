import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ApiKeyId } from '@bunting/contract'

const purpose = 'bunting ofrep stream 1'

/**
 * The token that opens OFREP's stream in place of a key: the key's id, by which it is found, and a code that cannot be
 * made without the key or its hash, and reveals neither. It needs no secret of its own, so it is the same on every
 * instance and after every start; and it is valid as long as the hash that it was made from.
 */
export const streamToken = (id: ApiKeyId, hash: string): string =>
  `${id}.${createHmac('sha256', hash).update(purpose).digest('hex')}`

const pattern = /^(key_[0-9a-z]{1,64})\.[0-9a-f]{64}$/

/** The id of the key that a token belongs to; undefined if it cannot be a token. */
export const keyIdIn = (token: string): ApiKeyId | undefined => pattern.exec(token)?.[1] as ApiKeyId | undefined

/** Tells whether a token was made from this hash. */
export const isTokenOf = (token: string, hash: string): boolean => {
  const id = keyIdIn(token)
  return id !== undefined && timingSafeEqual(Buffer.from(token), Buffer.from(streamToken(id, hash)))
}
