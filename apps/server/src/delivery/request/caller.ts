import type { EdgeKey } from '../../edge/edge.ts'
import { bearerIn } from '../../http/auth/bearer.ts'
import { hashKey } from '../../http/auth/hash-key.ts'
import { looksLikeKey } from '../../rules/access/api-keys.ts'
import type { EdgeCache } from '../cache/edge-cache.ts'

/** The hash of a key, and the key itself if that is what the caller sent. */
export type SentKey = { hash: string; text?: string }

/** Valid keys that were sent before, so that they need not be hashed again. Invalid keys are not kept. */
const known = new Map<string, SentKey>()
/** The same as the limit of cached keys. */
const maxKnown = 100_000

const scheme = 'Bearer '
/** The most characters of a header that may be a key with its scheme. */
const maxLength = 256

/** The key in an Authorization header; undefined if it cannot be a key. */
export const keyIn = (authorization: string): SentKey | undefined => {
  if (authorization.length > maxLength) return undefined
  return (authorization.startsWith(scheme) && known.get(authorization.slice(scheme.length))) || readKey(authorization)
}

const readKey = (authorization: string): SentKey | undefined => {
  const text = bearerIn(authorization) ?? ''
  return looksLikeKey(text) ? { text, hash: hashKey(text) } : undefined
}

const remember = (key: SentKey): void => {
  if (key.text === undefined) return
  if (known.size >= maxKnown) known.delete(known.keys().next().value as string)
  known.set(key.text, key)
}

/** The owner of a key; `nobody` for an unknown key, `unreadable` if the edge cannot be read. */
export type Identity = EdgeKey | 'nobody' | 'unreadable'

/** Synchronous if the key is cached, else after a read of the edge, which `beforeReading` may refuse by throwing. */
export const identify = (
  { keys }: EdgeCache,
  key: SentKey | undefined,
  beforeReading: () => void,
): Identity | Promise<Identity> => {
  if (key === undefined) return 'nobody'
  const found = keys.peek(key.hash)
  if (found) return bearerOf(found.value)
  beforeReading()
  return keys.load(key.hash).then(
    ({ value }) => {
      if (value) remember(key)
      return bearerOf(value)
    },
    () => 'unreadable',
  )
}

/** The hash of the key that a token stands for. Rejects if the edge cannot be read. */
export const findKeyHash = (
  { streamKeys }: EdgeCache,
  token: string | undefined,
  beforeReading: () => void,
): string | undefined | Promise<string | undefined> => {
  if (token === undefined) return undefined
  const found = streamKeys.peek(token)
  if (found) return found.value
  beforeReading()
  return streamKeys.load(token).then(({ value }) => value)
}

const bearerOf = (key: EdgeKey | undefined): Identity => (key === undefined || isOver(key) ? 'nobody' : key)

/** Tells whether a key has expired. Its entry has the time, so nothing has to be read for that. */
export const isOver = ({ expiresMs }: EdgeKey): boolean => expiresMs !== undefined && expiresMs <= Date.now()
