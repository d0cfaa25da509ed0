type StreamEvent = { event: string; id: string; data: string }

export type EventStream = {
  response: Response
  /** Waits for the next event; undefined once the stream has ended. */
  next(): Promise<StreamEvent | undefined>
  close(): void
}

/** Reads server-sent events, one at a time. */
export const openEventStream = async (url: string, headers: Record<string, string> = {}): Promise<EventStream> => {
  const abort = new AbortController()
  const response = await fetch(url, { headers, signal: abort.signal })
  const events = eventsOf(response)
  return { response, next: async () => (await events.next()).value ?? undefined, close: () => abort.abort() }
}

async function* eventsOf(response: Response): AsyncGenerator<StreamEvent, undefined> {
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const fields = Object.fromEntries(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      )
      text = text.slice(end + 2)
      if (fields.data === undefined) continue
      yield { event: fields.event ?? 'message', id: fields.id ?? '', data: fields.data }
    }
  }
  return undefined
}
