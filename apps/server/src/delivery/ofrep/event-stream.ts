import { fail } from '@bunting/contract'
import type { EdgeKey } from '../../edge/edge.ts'
import { keyIdIn, streamToken } from '../../edge/stream-token.ts'
import type { Request } from '../answer.ts'
import { keyHashOf } from '../caller.ts'
import { authorizationOf } from '../credentials.ts'
import { lastSeenOf } from '../stream.ts'
import type { Message, StreamContent } from '../streams.ts'
import { revisionIn } from './revision-in.ts'

export const eventStreamPath = '/ofrep/v1/stream'

/**
 * An entry of `eventStreams`. Without an origin providers take that of the server they asked, which a proxy may know
 * better than we do. A token stands in for the key, since an EventSource sends no headers: it opens this stream and
 * nothing else. The revision is what the answer was made of, so that nothing is missed between it and the stream.
 */
export const eventStreamText = ({ id }: EdgeKey, { headers, prefix }: Request, revision: number): string => {
  const token = streamToken(id, keyHashOf(authorizationOf(headers)) ?? '')
  return `{"type":"sse","endpoint":{"requestUri":"${prefix}${eventStreamPath}?token=${token}&since=${revision}"}}`
}

export const tokenOf = ({ query }: Pick<Request, 'query'>): string | undefined => {
  const token = new URLSearchParams(query).get('token')
  if (token === null) return fail('UNAUTHORIZED', 'Open the stream by the address that a bulk evaluation answered.')
  return keyIdIn(token) && token
}

const refetchMessage: Message = ({ revision }) =>
  `event: message\ndata: {"type":"refetchEvaluation","etag":"${revision}"}`

/** `GET /ofrep/v1/stream`: tells a client when to evaluate again. */
export const eventStreamFor = (caller: EdgeKey, request: Request): StreamContent => ({
  environmentId: caller.environmentId,
  message: refetchMessage,
  lastSeen: lastSeenOf(request) ?? revisionIn(request, 'since'),
})
