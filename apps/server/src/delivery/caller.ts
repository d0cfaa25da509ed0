import { createHash } from 'node:crypto'
import type { EdgeKey } from '../edge/edge.ts'
import { looksLikeKey } from '../rules/api-keys.ts'
import type { EdgeCache } from './edge-cache.ts'

/** Hashes of the headers seen lately: the same few come again and again. */
const hashes = new Map<string, string>()
const most = 10_000

/** Under which hash a header's key is known; undefined where it can be no key. */
export const keyHashOf = (authorization: string): string | undefined => {
  const known = hashes.get(authorization)
  if (known !== undefined) return known
  const key = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
  if (!looksLikeKey(key)) return undefined
  const hash = createHash('sha256').update(key).digest('hex')
  if (hashes.size >= most) hashes.clear()
  hashes.set(authorization, hash)
  return hash
}

/** Who has a key; nobody, where it is none of ours; unreadable, where the edge cannot tell. */
export type Identity = EdgeKey | 'nobody' | 'unreadable'

/** At once where the key is known, else after a read of the edge. */
export const identify = ({ keys }: EdgeCache, hash: string | undefined): Identity | Promise<Identity> => {
  if (hash === undefined) return 'nobody'
  const known = keys.peek(hash)
  if (known) return bearerOf(known.value)
  return keys.load(hash).then(
    ({ value }) => bearerOf(value),
    () => 'unreadable',
  )
}

const bearerOf = (key: EdgeKey | undefined): Identity => (key === undefined || isOver(key) ? 'nobody' : key)

/** A key says when it ends, so that nothing has to be read to know that it has. */
export const isOver = ({ expiresMs }: EdgeKey): boolean => expiresMs !== undefined && expiresMs <= Date.now()
