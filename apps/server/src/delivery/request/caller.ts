import type { EdgeKey } from '../../edge/edge.ts'
import { bearerIn } from '../../http/auth/bearer.ts'
import { hashKey } from '../../http/auth/hash-key.ts'
import { looksLikeKey } from '../../rules/access/api-keys.ts'
import type { EdgeCache } from '../cache/edge-cache.ts'

/** The hash under which a key is known, and the key itself where it is what the caller sent. */
export type SentKey = { hash: string; text?: string }

/** Keys that are known to be ours, which come again and again. Of a stranger's nothing is kept. */
const known = new Map<string, SentKey>()
/** As many as there are keys in memory. */
const maxKnown = 100_000

const scheme = 'Bearer '
/** A key and what may stand around it. */
const maxLength = 256

/** The key in a header; undefined where it can be none. */
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

/** The owner of a key; `nobody` for an unknown key, `unreadable` where the edge cannot be asked. */
export type Identity = EdgeKey | 'nobody' | 'unreadable'

/** At once where the key is known, else after a read of the edge, which `beforeReading` may refuse. */
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

/** The hash of the key that a token stands in for. Fails where the edge cannot tell. */
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

/** A key says when it ends, so that nothing has to be read to know that it has. */
export const isOver = ({ expiresMs }: EdgeKey): boolean => expiresMs !== undefined && expiresMs <= Date.now()
