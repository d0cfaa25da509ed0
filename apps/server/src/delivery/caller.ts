import { createHash } from 'node:crypto'
import type { EdgeKey } from '../edge/edge.ts'
import { bearerIn } from '../http/bearer.ts'
import { looksLikeKey } from '../rules/api-keys.ts'
import type { EdgeCache } from './edge-cache.ts'

/** Hashes of the headers seen lately: the same ones come again and again. */
const hashes = new Map<string, string>()
/** As many as there are keys in memory. */
const maxHashes = 100_000

/** Under which hash a header's key is known; undefined where it can be no key. */
export const keyHashOf = (authorization: string): string | undefined => {
  const known = hashes.get(authorization)
  if (known !== undefined) return known
  const key = bearerIn(authorization) ?? ''
  if (!looksLikeKey(key)) return undefined
  const hash = createHash('sha256').update(key).digest('hex')
  if (hashes.size >= maxHashes) hashes.clear()
  hashes.set(authorization, hash)
  return hash
}

/** Who has a key; nobody, where it is none of ours; unreadable, where the edge cannot tell. */
export type Identity = EdgeKey | 'nobody' | 'unreadable'

/**
 * At once where the key is known, else after a read of the edge. `beforeReading` stands before whatever is not known to be
 * good: an address that has used up its failures has nothing more looked up. A good key that is in memory passes, so that
 * whoever shares an address with somebody who guesses is not locked out; nobody comes upon 256 random bits by guessing.
 */
export const identify = (
  { keys }: EdgeCache,
  hash: string | undefined,
  beforeReading: () => void,
): Identity | Promise<Identity> => {
  if (hash === undefined) return 'nobody'
  const known = keys.peek(hash)
  const bearer = known && bearerOf(known.value)
  if (bearer && bearer !== 'nobody') return bearer
  beforeReading()
  if (bearer) return bearer
  return keys.load(hash).then(
    ({ value }) => bearerOf(value),
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
  const known = streamKeys.peek(token)
  if (known?.value) return known.value
  beforeReading()
  return known ? undefined : streamKeys.load(token).then(({ value }) => value)
}

const bearerOf = (key: EdgeKey | undefined): Identity => (key === undefined || isOver(key) ? 'nobody' : key)

/** A key says when it ends, so that nothing has to be read to know that it has. */
export const isOver = ({ expiresMs }: EdgeKey): boolean => expiresMs !== undefined && expiresMs <= Date.now()
