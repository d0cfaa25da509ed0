import { readLines } from './read-lines.ts'

/** Server-sent events. */
export const eventsType = 'text/event-stream'

export type ServerSentEvent = { event: string; id: string; data: unknown }

/** The events of a body, as they come, each with the JSON of its data. Heartbeats are none. */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  let id = ''
  let fields = new Map<string, string>()
  for await (const line of readLines(body)) {
    const at = line.indexOf(':')
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 1).trimStart())
    if (line !== '') continue
    id = fields.get('id') ?? id
    const data = fields.get('data')
    if (data !== undefined) yield { event: fields.get('event') ?? 'message', id, data: JSON.parse(data) }
    fields = new Map()
  }
}
