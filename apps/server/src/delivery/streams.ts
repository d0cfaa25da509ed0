import type { ServerResponse } from 'node:http'
import type { EnvironmentId } from '@bunting/contract'
import { isOver } from './caller.ts'
import type { CompiledBundle } from './compiled-bundle.ts'
import type { EdgeCache } from './edge-cache.ts'
import type { KeyUses } from './key-uses.ts'
import { sharedBytes } from './shared-bytes.ts'
import { cutOff, openUnread } from './unread.ts'

/** What a stream sends of a bundle, the same to all its readers. */
export type Message = (bundle: CompiledBundle) => string

export type Streams = {
  open(response: ServerResponse, to: StreamOptions): void
  count(): number
  /** What readers have yet to take. */
  unreadBytes(): number
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

const heartbeatMs = 15_000
/** How soon after its key a stream ends. */
const endMs = 5_000
/** What may wait for a reader beyond the message under way: more, and it is cut off; it can come back and resume. */
const maxWaiting = 1024 * 1024
/** What may wait for all readers together. */
const maxUnread = 128 * 1024 * 1024
const comment = Buffer.from(':\n\n')

const isNews = ({ revision, replaces = -1 }: CompiledBundle, sent: number): boolean =>
  revision > sent || (revision < sent && sent <= replaces)

export const openStreams = (
  cache: EdgeCache,
  uses: Pick<KeyUses, 'note'>,
  unreadBytes: number = maxUnread,
): Streams => {
  const byEnvironment = new Map<EnvironmentId, Set<Stream>>()
  const unread = openUnread(unreadBytes)

  const write = ({ response }: Stream, bytes: Buffer): void => {
    // Ended with its key, and still taking what came before.
    if (response.writableEnded) return
    if (response.writableLength > maxWaiting) cutOff(response, 'reader')
    else unread.send(response, bytes)
  }

  const tell = (stream: Stream, bundle: CompiledBundle): void => {
    if (!isNews(bundle, stream.sent)) return
    stream.sent = bundle.revision
    const text = () => `id: ${bundle.revision}\n${stream.message(bundle)}\n\n`
    write(stream, sharedBytes(bundle, stream.message, text))
  }
  const tellAll = (bundle: CompiledBundle): void => {
    for (const stream of byEnvironment.get(bundle.environmentId) ?? []) tell(stream, bundle)
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
  const stopListening = [cache.onBundle(tellAll), cache.onRevoked(endRevoked)]

  const beat = setInterval(() => {
    for (const [environmentId, streams] of byEnvironment) {
      // Refreshes what expired, also where a notice was lost.
      if (!cache.bundles.peek(environmentId)) cache.bundles.load(environmentId).catch(() => undefined)
      for (const stream of streams) {
        // Its key is looked at like that of a caller: what is stale is read again, and it is in use.
        const key = stream.keyHash === undefined ? undefined : cache.keys.peek(stream.keyHash)?.value
        if (key) uses.note(key)
        // Who has something to take is not idle; who was ended has had the time to take it.
        if (stream.response.writableEnded) stream.response.destroy()
        else if (stream.response.writableLength === 0) stream.response.write(comment)
      }
    }
  }, heartbeatMs).unref()
  const ending = setInterval(endExpired, endMs).unref()

  return {
    open: (response, { keyHash, environmentId, message, lastSeen, headers, onClose }) => {
      response.writeHead(200, [...headers, 'Content-Type', 'text/event-stream', 'X-Accel-Buffering', 'no'])
      const stream: Stream = { response, keyHash, message, sent: lastSeen ?? -1 }
      const streams = byEnvironment.get(environmentId) ?? new Set()
      byEnvironment.set(environmentId, streams)
      streams.add(stream)
      response.on('close', () => {
        onClose()
        unread.forget(response)
        streams.delete(stream)
        if (streams.size === 0) byEnvironment.delete(environmentId)
      })
      response.write(comment)
      const known = cache.bundles.peek(environmentId)?.value
      if (known) tell(stream, known)
      // Told as soon as it is there; where it cannot be read, the next notice or beat tries again.
      else cache.bundles.load(environmentId).catch(() => undefined)
    },
    count: () => [...byEnvironment.values()].reduce((sum, streams) => sum + streams.size, 0),
    unreadBytes: unread.bytes,
    close: () => {
      for (const stop of stopListening) stop()
      clearInterval(beat)
      clearInterval(ending)
      for (const streams of byEnvironment.values()) for (const { response } of streams) response.end()
    },
  }
}
