import { openEventParser } from '@bunting/sdk-core/event-stream'

/** The media type of server-sent events. */
export const eventsType = 'text/event-stream'

export type ServerSentEvent = { event: string; id: string; data: unknown }

/** Yields the events of a body as they arrive, with their data parsed as JSON. Heartbeats are skipped. */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const parser = openEventParser()
  for await (const chunk of body) {
    for (const { type, id, data } of parser.read(chunk)) yield { event: type, id, data: JSON.parse(data) }
  }
}
