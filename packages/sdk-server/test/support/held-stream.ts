import type { Bundle } from '../../src/index.ts'
import { recordedFetch } from './recorded-fetch.ts'

const text = new TextEncoder()

/** A service whose stream sends what the test says, and that accepts all telemetry. */
export const heldStream = () => {
  let stream: ReadableStreamDefaultController | undefined
  const { fetch, of } = recordedFetch((path, { signal }) => {
    if (path === '/v1/telemetry/events') return new Response('{}', { status: 202 })
    if (path !== '/v1/stream') return new Response('', { status: 503 })
    const body = new ReadableStream({
      start: (controller) => {
        stream = controller
        signal?.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  })
  const tell = (type: string, revision: number, data: string): void =>
    stream?.enqueue(text.encode(`event: ${type}\nid: ${revision}\ndata: ${data}\n\n`))
  return {
    fetch,
    send: (bundle: Bundle): void => tell('bundle', bundle.revision, JSON.stringify(bundle)),
    sendPatch: (patch: object): void => tell('patch', Object(patch).revision, JSON.stringify(patch)),
    /** The query of each request for a stream. */
    asked: () => of('/v1/stream').map(({ query }) => query),
    events: () => of('/v1/telemetry/events').flatMap(({ body }) => JSON.parse(body).events),
  }
}
