import type { ServerResponse } from 'node:http'
import type { EnvironmentId } from '@bunting/contract'
import { isOver } from './caller.ts'
import type { CompiledBundle } from './compiled-bundle.ts'
import type { EdgeCache } from './edge-cache.ts'
import type { KeyUses } from './key-uses.ts'

/** What a stream sends of a bundle. */
export type Message = (bundle: CompiledBundle) => string

export type Streams = {
  open(response: ServerResponse, to: StreamOptions): void
  count(): number
  /** Ends every stream: readers come back, to another instance. */
  close(): void
}

/** What is told to a reader, and from where on. */
export type StreamContent = {
  environmentId: EnvironmentId
  message: Message
  /** The revision that the reader has already. */
  lastSeen: number | undefined
}

type StreamOptions = StreamContent & {
  /** Of the key that opened it: a stream ends with its key. */
  keyHash: string | undefined
  headers: readonly string[]
  /** Called once, when it is over. */
  onClose: () => void
}

type Stream = { response: ServerResponse; keyHash: string | undefined; message: Message; sent: number }

const beatMs = 15_000
/** How soon after its key a stream ends. */
const endMs = 5_000
/** What may wait for a reader beyond the message under way: more, and it is cut off; it can come back and resume. */
const mostWaiting = 1024 * 1024

const isNews = ({ revision, replaces = -1 }: CompiledBundle, sent: number): boolean =>
  revision > sent || (revision < sent && sent <= replaces)

export const openStreams = (cache: EdgeCache, uses: Pick<KeyUses, 'note'>): Streams => {
  const byEnvironment = new Map<EnvironmentId, Set<Stream>>()

  const write = (stream: Stream, text: string): void => {
    if (stream.response.writableLength > mostWaiting) stream.response.destroy()
    else stream.response.write(text)
  }

  const tell = (bundle: CompiledBundle): void => {
    const texts = new Map<Message, string>()
    for (const stream of byEnvironment.get(bundle.environmentId) ?? []) {
      if (!isNews(bundle, stream.sent)) continue
      const text = texts.get(stream.message) ?? `id: ${bundle.revision}\n${stream.message(bundle)}\n\n`
      texts.set(stream.message, text)
      stream.sent = bundle.revision
      write(stream, text)
    }
  }
  const endRevoked = (hash: string): void => {
    for (const streams of byEnvironment.values()) {
      for (const { response, keyHash } of streams) if (keyHash === hash) response.end()
    }
  }
  const endExpired = (): void => {
    for (const streams of byEnvironment.values()) {
      for (const { response, keyHash } of streams) {
        const key = keyHash === undefined ? undefined : cache.keys.known(keyHash)
        if (key && isOver(key)) response.end()
      }
    }
  }
  const stopListening = [cache.onBundle(tell), cache.onRevoked(endRevoked)]

  const beat = setInterval(() => {
    for (const [environmentId, streams] of byEnvironment) {
      // Refreshes what expired, also where a notice was lost.
      if (!cache.bundles.peek(environmentId)) cache.bundles.load(environmentId).catch(() => undefined)
      for (const stream of streams) {
        // Its key is looked at like that of a caller: what is stale is read again, and it is in use.
        const key = stream.keyHash === undefined ? undefined : cache.keys.peek(stream.keyHash)?.value
        if (key) uses.note(key)
        write(stream, ':\n\n')
      }
    }
  }, beatMs).unref()
  const ending = setInterval(endExpired, endMs).unref()

  return {
    open: (response, { keyHash, environmentId, message, lastSeen, headers, onClose }) => {
      response.writeHead(200, [
        ...headers,
        'Content-Type',
        'text/event-stream',
        'Cache-Control',
        'no-store',
        'X-Accel-Buffering',
        'no',
      ])
      const stream: Stream = { response, keyHash, message, sent: lastSeen ?? -1 }
      const streams = byEnvironment.get(environmentId) ?? new Set()
      byEnvironment.set(environmentId, streams)
      streams.add(stream)
      response.on('close', () => {
        onClose()
        streams.delete(stream)
        if (streams.size === 0) byEnvironment.delete(environmentId)
      })
      response.write(':\n\n')
      const known = cache.bundles.peek(environmentId)?.value
      if (known) tell(known)
      // Told as soon as it is there; where it cannot be read, the next notice or beat tries again.
      else cache.bundles.load(environmentId).catch(() => undefined)
    },
    count: () => [...byEnvironment.values()].reduce((sum, streams) => sum + streams.size, 0),
    close: () => {
      for (const stop of stopListening) stop()
      clearInterval(beat)
      clearInterval(ending)
      for (const streams of byEnvironment.values()) for (const { response } of streams) response.end()
    },
  }
}
