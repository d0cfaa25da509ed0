import type { EdgeKey } from '../edge/edge.ts'
import type { Request } from './answer.ts'
import type { CompiledBundle } from './compiled-bundle.ts'
import type { Message, StreamContent } from './streams.ts'

const bundleMessage: Message = (bundle: CompiledBundle) => `event: bundle\ndata: ${bundle.text()}`
const changedMessage: Message = ({ revision }: CompiledBundle) => `event: changed\ndata: {"revision":${revision}}`

/** `GET /v1/stream`: what a reader with this key is told, and from where on. */
export const streamFor = (caller: EdgeKey, request: Request): StreamContent => ({
  environmentId: caller.environmentId,
  message: caller.type === 'server' ? bundleMessage : changedMessage,
  lastSeen: lastSeenOf(request),
})

/** Revisions are near the time in milliseconds, or below it: one far ahead was never given out, and says nothing. */
const maxAheadMs = 86_400_000

export const lastSeenOf = ({ headers }: Pick<Request, 'headers'>): number | undefined => {
  const id = String(headers['last-event-id'] ?? '')
  return /^\d{1,15}$/.test(id) && Number(id) < Date.now() + maxAheadMs ? Number(id) : undefined
}
