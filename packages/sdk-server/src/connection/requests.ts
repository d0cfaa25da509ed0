import { type Clock, FlagsError, openDeadline, refusal, retryAfterMs } from '@bunting/sdk-core'
import { readEvents } from './event-stream.ts'

export type Service = {
  url: string
  key: string
  fetch: typeof globalThis.fetch
  userAgent: string
  clock: Clock
  /** Scales all waits. */
  timing: number
}

/** A revision, with the text of the bundle or patch if it is a new one. */
export type Received = { text?: string; revision?: string }

/** The longest wait for the first byte of an answer. */
const answerTimeoutMs = 3_000
/** The longest silence of a stream, which sends a comment every 15 s. */
const idleTimeoutMs = 20_000

/** An answer with an error status, and the wait that it asks for. */
export class Refused extends Error {
  readonly error: FlagsError
  readonly waitMs: number

  constructor(what: string, response: Response) {
    const error = refusal(what, response)
    super(error.message)
    this.error = error
    this.waitMs = retryAfterMs(response)
  }
}

/** Sends a request. Throws `Refused` for an error status. */
export const send = async (
  { url, key, fetch, userAgent, clock }: Service,
  path: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> => {
  const own = { authorization: `Bearer ${key}`, 'user-agent': userAgent }
  const response = await fetch(`${url}${path}`, { headers: { ...own, ...headers }, signal })
  clock.heard(response)
  if (response.ok || response.status === 304) return response
  await response.body?.cancel()
  throw new Refused(`GET ${path.replace(/\?.*/, '')}`, response)
}

/** Tells the service which revision is known, and that a patch from it is understood. */
const fromKnown = (path: string, known: string | undefined): string => `${path}?from=${encodeURIComponent(known ?? '')}`

/** `GET /v1/bundle`; without a text if the known revision is the current one. */
export const fetchBundle = async (
  service: Service,
  known: string | undefined,
  parent: AbortSignal,
): Promise<Received> => {
  const deadline = openDeadline(parent)
  try {
    deadline.expect(answerTimeoutMs * service.timing)
    const headers: Record<string, string> = known === undefined ? {} : { 'if-none-match': `"${known}"` }
    const response = await send(service, fromKnown('/v1/bundle', known), headers, deadline.signal)
    if (response.status === 304) return {}
    deadline.expect(idleTimeoutMs * service.timing)
    const text = await response.text()
    const revision = /^(?:W\/)?"(.*)"$/.exec(response.headers.get('etag') ?? '')?.[1]
    return { text, ...(revision === undefined ? {} : { revision }) }
  } finally {
    deadline.close()
  }
}

/** `GET /v1/stream` until it ends. Throws if it cannot be opened, or breaks. */
export const readStream = async (
  service: Service,
  known: string | undefined,
  parent: AbortSignal,
  on: { open: () => void; sent: (received: Received & { text: string }) => void },
): Promise<void> => {
  const deadline = openDeadline(parent)
  try {
    deadline.expect(answerTimeoutMs * service.timing)
    const headers = { accept: 'text/event-stream', ...(known === undefined ? {} : { 'last-event-id': known }) }
    const response = await send(service, fromKnown('/v1/stream', known), headers, deadline.signal)
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (!response.body || !isStream) throw new FlagsError('BAD_ANSWER', 'GET /v1/stream answered with no stream.')
    let isOpen = false
    const heard = (): void => {
      deadline.expect(idleTimeoutMs * service.timing)
      if (isOpen) return
      isOpen = true
      on.open()
    }
    for await (const { type, id, data } of readEvents(response.body, heard)) {
      if (type === 'bundle' || type === 'patch') on.sent({ text: data, revision: id })
      // The stream of a client key: it would never send flags.
      if (type === 'changed') throw new FlagsError('KEY_REFUSED', 'GET /v1/stream has no flags: this is a client key.')
    }
  } finally {
    deadline.close()
  }
}
