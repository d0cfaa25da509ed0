import type { oas31 } from 'zod-openapi'

const count = { type: 'integer', minimum: 0 } as const

/** Every response header that matters to callers, by its name. */
export const headerTable = {
  'X-Request-Id': {
    description: 'Under which the log has the request: what the caller sent as `X-Request-Id`, else a new one.',
    required: true,
    schema: { type: 'string' },
  },
  'RateLimit-Limit': { description: 'How many requests may come at once. Where there is a limit.', schema: count },
  'RateLimit-Remaining': { description: 'How many of them are left.', schema: count },
  'RateLimit-Reset': { description: 'In how many seconds all of them are back.', schema: count },
  'Retry-After': { description: 'In how many seconds to try again.', required: true, schema: { ...count, minimum: 1 } },
  ETag: {
    description:
      'What to send as `If-None-Match` next time. Weak (`W/"…"`) where the answer is compressed, else strong.',
    required: true,
    schema: { type: 'string', pattern: '^(W/)?"[^"]+"$' },
  },
  Allow: { description: 'The methods that this address takes.', required: true, schema: { type: 'string' } },
  Location: { description: 'Where to go.', required: true, schema: { type: 'string' } },
  'X-Manifest-Capabilities': {
    description: 'What the key may do with the manifest: `read`, `write`, `delete`, with commas between them.',
    required: true,
    schema: { type: 'string' },
  },
  'Set-Cookie': { description: 'What the browser keeps of it, if anything.', schema: { type: 'string' } },
} as const satisfies oas31.HeadersObject

export const headerPlace = '#/components/headers/'

type HeaderName = keyof typeof headerTable

/** The headers of every response that counts against a rate limit. */
const common: readonly HeaderName[] = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

const byStatus: Record<string, readonly HeaderName[]> = { 405: ['Allow'], 429: ['Retry-After'] }

/** The headers of a response with this status, and further ones; a `?` marks those that it may have. */
export const headersOf = (status: string | number, more: readonly (HeaderName | `${HeaderName}?`)[] = []) => ({
  headers: Object.fromEntries([...common, ...(byStatus[status] ?? []), ...more].map(headerOf)),
})

const headerOf = (written: string) => {
  const name = written.replace('?', '') as HeaderName
  return [name, name === written ? { $ref: `${headerPlace}${name}` } : { ...headerTable[name], required: false }]
}
