import type { Bundle } from '../../src/index.ts'
import { recordedFetch } from './recorded-fetch.ts'

const text = new TextEncoder()

/** A service whose stream has what the test sends, and that takes all telemetry. */
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
  return {
    fetch,
    send: (bundle: Bundle): void =>
      stream?.enqueue(text.encode(`event: bundle\nid: ${bundle.revision}\ndata: ${JSON.stringify(bundle)}\n\n`)),
    events: () => of('/v1/telemetry/events').flatMap(({ body }) => JSON.parse(body).events),
  }
}
