import { fail } from '@bunting/contract'
import type { EdgeKey } from '../../../edge/edge.ts'
import { keyIdIn, streamToken } from '../../../edge/stream-token.ts'
import { keyIn } from '../../request/caller.ts'
import { authorizationOf } from '../../request/credentials.ts'
import type { Request } from '../../response/answer.ts'
import type { Message, StreamContent } from '../../stream/stream-hub.ts'
import { lastSeenOf } from '../stream.ts'

export const eventStreamPath = '/ofrep/v1/stream'

/**
 * An entry of `eventStreams`. It has no origin, so providers use that of the server they asked, which a proxy may know
 * better than we do. A token stands for the key, since an EventSource sends no headers; it opens this stream and
 * nothing else. The address never changes: a provider that gets another one leaves its stream for it.
 */
export const eventStreamText = ({ id }: EdgeKey, { headers, prefix }: Request): string => {
  const token = streamToken(id, keyIn(authorizationOf(headers))?.hash ?? '')
  return `{"type":"sse","endpoint":{"requestUri":"${prefix}${eventStreamPath}?token=${token}"}}`
}

export const tokenOf = ({ query }: Pick<Request, 'query'>): string | undefined => {
  const token = new URLSearchParams(query).get('token')
  if (token === null) return fail('UNAUTHORIZED', 'Open the stream by the address that a bulk evaluation answered.')
  return keyIdIn(token) && token
}

const refetchMessage: Message = {
  name: ({ listsTaken }) => `refetch ${listsTaken()}`,
  text: ({ revision }) => `event: message\ndata: {"type":"refetchEvaluation","etag":"${revision}"}`,
  isOfAnswers: true,
}

/**
 * `GET /ofrep/v1/stream`: tells a client when to evaluate again. A new client is told at once, since flags may have
 * changed since its evaluation; if none did, its request is answered with 304.
 */
export const eventStreamFor = (caller: EdgeKey, request: Request): StreamContent => ({
  environmentId: caller.environmentId,
  message: refetchMessage,
  ...lastSeenOf(request),
})
