import { createHash } from 'node:crypto'
import { ApiError, fail, type Scope } from '@bunting/contract'
import type { EdgeKey } from '../edge/edge.ts'
import { looksLikeKey } from '../rules/api-keys.ts'
import type { Cached } from './cache.ts'
import type { EdgeCache } from './edge-cache.ts'

/** The bearer of a key: at once where the key is known, else after a read of the edge. */
export const callerOf = (
  { keys }: EdgeCache,
  authorization: string | undefined,
  scope: Scope,
): EdgeKey | Promise<EdgeKey> => {
  if (authorization === undefined) fail('UNAUTHORIZED', 'Send an API key: "Authorization: Bearer <API_KEY>".')
  const key = /^Bearer +(\S+) *$/i.exec(authorization as string)?.[1] ?? ''
  if (!looksLikeKey(key)) throw unknownKey()
  const hash = createHash('sha256').update(key).digest('hex')
  const known = keys.peek(hash)
  return known ? accept(known, scope) : keys.load(hash).then((loaded) => accept(loaded, scope))
}

const unknownKey = () => new ApiError('INVALID_API_KEY', 'The API key is malformed, unknown or revoked.')

const accept = ({ value: key }: Cached<EdgeKey>, scope: Scope): EdgeKey => {
  if (!key) throw unknownKey()
  if (!key.scopes.includes(scope)) fail('FORBIDDEN', `This key lacks the ${scope} scope.`)
  return key
}
