/** A server-sent event. `id` is that of the last event that had one. */
export type StreamEvent = { type: string; id: string; data: string }

const lineEnd = /\r\n?|\n/

/**
 * Parses server-sent events by the HTML standard, from a body that comes in chunks of any size. `retry` is ignored like
 * an unknown field: the callers decide when to reconnect.
 */
export const openEventParser = () => {
  const decoder = new TextDecoder()
  // The parts of the current line, joined once it has ended: a bundle of megabytes is one line, and comes in many chunks.
  let line: string[] = []
  let endedInCr = false
  let type = ''
  let id = ''
  let data: string[] = []

  const readField = (text: string): void => {
    const colon = text.indexOf(':')
    const name = colon === -1 ? text : text.slice(0, colon)
    const value = colon === -1 ? '' : text.slice(text[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (name === 'event') type = value
    else if (name === 'data') data.push(value)
    else if (name === 'id' && !value.includes('\0')) id = value
  }

  return {
    /** Returns the events that are complete with this chunk. */
    read(chunk: Uint8Array): StreamEvent[] {
      const events: StreamEvent[] = []
      const decoded = decoder.decode(chunk, { stream: true })
      if (decoded === '') return events
      // A CR ends the line at once; an LF that follows in the next chunk is skipped.
      const text = endedInCr && decoded.startsWith('\n') ? decoded.slice(1) : decoded
      endedInCr = decoded.endsWith('\r')
      const [rest = '', ...next] = text.split(lineEnd)
      line.push(rest)
      for (const start of next) {
        const ended = line.join('')
        line = [start]
        if (ended !== '') {
          readField(ended)
          continue
        }
        if (data.length > 0) events.push({ type: type === '' ? 'message' : type, id, data: data.join('\n') })
        type = ''
        data = []
      }
      return events
    },
  }
}
