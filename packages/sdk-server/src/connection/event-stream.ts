/** A server-sent event. */
export type StreamEvent = { type: string; id: string; data: string }

/** Reads server-sent events out of a body. `onHeard` is called for whatever arrives, comments too. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onHeard: () => void,
): AsyncGenerator<StreamEvent, void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  // Kept in pieces until an event is whole: a bundle of megabytes comes in many.
  let pieces: string[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onHeard()
    const end = value.indexOf('\n')
    if (end === -1) {
      pieces.push(value)
      continue
    }
    const text = pieces.join('') + value
    const last = text.lastIndexOf('\n\n')
    if (last === -1) {
      pieces = [text]
      continue
    }
    pieces = [text.slice(last + 2)]
    for (const block of text.slice(0, last).split('\n\n')) {
      const event = eventOf(block)
      if (event) yield event
    }
  }
}

/** Undefined for comments. */
const eventOf = (block: string): StreamEvent | undefined => {
  const event = { type: 'message', id: '', data: '' }
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    const value = line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    const name = line.slice(0, colon)
    if (name === 'event') event.type = value
    else if (name === 'id') event.id = value
    else if (name === 'data') event.data += value
  }
  return event.data === '' ? undefined : event
}
