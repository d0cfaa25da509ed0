import type { IncomingHttpHeaders } from 'node:http'
import { fail } from '@bunting/contract'

/** The Authorization header, or what stands in for it: OFREP's clients may send `X-API-Key`. */
export const authorizationOf = (headers: IncomingHttpHeaders): string => {
  if (headers.authorization !== undefined) return headers.authorization
  const key = headers['x-api-key']
  if (typeof key === 'string') return `Bearer ${key}`
  return fail('UNAUTHORIZED', 'Send an API key: "Authorization: Bearer <API_KEY>".')
}

/** A browser's EventSource sends no headers, so a client key may come in the address; a server key never. */
export const streamAuthorizationOf = (headers: IncomingHttpHeaders, query: string): string => {
  const key = new URLSearchParams(query).get('key')
  if (headers.authorization !== undefined || key === null) return authorizationOf(headers)
  if (!key.startsWith('pk_')) fail('INVALID_API_KEY', 'Only a client key may come in the address.')
  return `Bearer ${key}`
}
