import { fail } from '@bunting/contract'
import type { Request } from '../response/answer.ts'
import { keyIn, type SentKey } from './caller.ts'

/** The Authorization header, or one made from `X-API-Key`, which OFREP's clients may send instead. */
export const authorizationOf = (headers: Request['headers']): string => {
  if (typeof headers.authorization === 'string') return headers.authorization
  const key = headers['x-api-key']
  if (typeof key === 'string') return `Bearer ${key}`
  return fail('UNAUTHORIZED', 'Send an API key: "Authorization: Bearer <API_KEY>".')
}

export const streamKeyOf = (request: Request): SentKey | undefined => keyIn(streamAuthorizationOf(request))

/** A browser's EventSource sends no headers, so a client key may come in the address; a server key never. */
const streamAuthorizationOf = ({ headers, query }: Request): string => {
  const key = new URLSearchParams(query).get('key')
  if (headers.authorization !== undefined || key === null) return authorizationOf(headers)
  if (!key.startsWith('pk_')) fail('INVALID_API_KEY', 'Only a client key may come in the address.')
  return `Bearer ${key}`
}
