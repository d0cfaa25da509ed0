import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ApiKeyId } from '@bunting/contract'

const purpose = 'bunting ofrep stream 1'

/**
 * What opens OFREP's stream in a key's stead: the key's id, by which it is found, and a code that nobody makes without the
 * key or its hash, and that tells neither. It needs no secret of its own, so that it is the same on every instance and
 * after every start; and it is good as long as the hash it was made of is.
 */
export const streamToken = (id: ApiKeyId, hash: string): string =>
  `${id}.${createHmac('sha256', hash).update(purpose).digest('hex')}`

const pattern = /^(key_[0-9a-z]{1,64})\.[0-9a-f]{64}$/

/** Whose token it would be; undefined where it can be none. */
export const keyIdIn = (token: string): ApiKeyId | undefined => pattern.exec(token)?.[1] as ApiKeyId | undefined

/** Whether a token was made of this hash. */
export const isTokenOf = (token: string, hash: string): boolean => {
  const id = keyIdIn(token)
  return id !== undefined && timingSafeEqual(Buffer.from(token), Buffer.from(streamToken(id, hash)))
}
