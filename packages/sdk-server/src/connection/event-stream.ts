import { openEventParser, type StreamEvent } from '@bunting/sdk-core/event-stream'

/** Reads server-sent events from a body. `onHeard` is called for every chunk, even if it only has comments. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onHeard: () => void,
): AsyncGenerator<StreamEvent, void> {
  const parser = openEventParser()
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onHeard()
    yield* parser.read(value)
  }
}
