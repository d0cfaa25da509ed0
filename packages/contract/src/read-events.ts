import { openEventParser } from '@bunting/sdk-core/event-stream'

/** Server-sent events. */
export const eventsType = 'text/event-stream'

export type ServerSentEvent = { event: string; id: string; data: unknown }

/** The events of a body, as they come, each with the JSON of its data. Heartbeats are none. */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const parser = openEventParser()
  for await (const chunk of body) {
    for (const { type, id, data } of parser.read(chunk)) yield { event: type, id, data: JSON.parse(data) }
  }
}
