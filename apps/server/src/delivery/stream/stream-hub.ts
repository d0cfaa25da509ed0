import type { EnvironmentId } from '@bunting/contract'
import { answersIdOf, type CompiledBundle } from '../bundle/compiled-bundle.ts'
import type { EdgeCache } from '../cache/edge-cache.ts'
import type { DeliverySettings } from '../deps.ts'
import { isOver } from '../request/caller.ts'
import type { KeyUses } from '../usage/key-uses.ts'
import { cutOff, openBackpressure } from './backpressure.ts'
import { addTo, type Chunk, firstPacked, lastPacked, packedChunk, plainChunk, type Sent } from './chunk.ts'
import { openChunkCache } from './chunk-cache.ts'
import { openHeartbeats } from './heartbeats.ts'
import type { Sink } from './sink.ts'
import { openSubscribers, type Subscribers } from './subscribers.ts'
import { eachOf, openTimeSlicer } from './time-slicer.ts'

/** The message of a stream for a reader at revision `from`. Readers with equal messages share a `name`. */
export type Message = {
  name(bundle: CompiledBundle, from: number): string
  text(bundle: CompiledBundle, from: number): string
  /** Tells that answers may be others, as they are when a list comes after its bundle: then it is told again. */
  isOfAnswers?: boolean
}

export type StreamHub = {
  open(sink: Sink, to: StreamOptions): void
  count(): number
  /** The bytes that readers have not taken yet. */
  unreadBytes(): number
  /** Ends every stream: readers come back, to another instance. */
  close(): void
}

/** The messages of a reader's stream, and the revision to start from. */
export type StreamContent = {
  environmentId: EnvironmentId
  message: Message
  /** The revision that the reader has already, and how many lists had come then. */
  lastSeen: number | undefined
  lastLists?: number | undefined
  /** Whether it is compressed, with gzip. */
  isPacked?: boolean
  /** Additional headers of the answer. */
  headers?: readonly string[]
}

type StreamOptions = StreamContent & {
  /** The hash of the key that opened it: a stream ends with its key. */
  keyHash: string
  /** The headers of any answer to the request. */
  common: readonly string[]
  /** Called once, when it is over. */
  onClose: () => void
}

type Stream = {
  sink: Sink
  message: Message
  /** The revision that it was sent last. */
  told: number
  /** How many lists had come then. */
  toldLists: number
  /** Set if the stream is compressed. */
  sent: Sent | undefined
}

const usualRestMs = 5_000
/** The most bytes that may wait for a reader before a message is added. One with more is cut off; it can resume later. */
const maxWaiting = 1024 * 1024
/** The most bytes that may wait for all readers together. */
const maxUnread = 128 * 1024 * 1024

const comment = ':\n\n'
const comments = { plain: plainChunk(comment), packed: packedChunk(comment), firstPacked: firstPacked(comment) }
const headersOf = (isPacked: boolean): string[] => [
  'Content-Type',
  'text/event-stream',
  'X-Accel-Buffering',
  'no',
  ...(isPacked ? ['Content-Encoding', 'gzip'] : []),
]

const isNewer = ({ revision, replaces = -1, listsTaken }: CompiledBundle, { told, toldLists, message }: Stream) =>
  revision > told ||
  (revision < told && told <= replaces) ||
  (revision === told && message.isOfAnswers === true && listsTaken() !== toldLists)

export const openStreamHub = (
  cache: EdgeCache,
  uses: Pick<KeyUses, 'note'>,
  { unreadBytes = maxUnread, rests = {} }: Pick<DeliverySettings, 'unreadBytes' | 'rests'>,
): StreamHub => {
  const byEnvironment = new Map<EnvironmentId, Subscribers<Stream>>()
  const byKey = new Map<string, Set<Stream>>()
  let isClosed = false
  const backpressure = openBackpressure(unreadBytes)
  const slicer = openTimeSlicer()

  const write = ({ sink, sent }: Stream, chunk: Chunk): void => {
    // The stream was ended with its key, and is still sending what came before.
    if (sink.isEnded()) return
    if (sink.pendingBytes() > maxWaiting) cutOff(sink, 'reader')
    else {
      backpressure.send(sink, chunk)
      if (sent) addTo(sent, chunk)
    }
  }
  const end = ({ sink, sent }: Stream): void => {
    if (!sink.isEnded()) sink.end(sent && lastPacked(sent))
  }

  const tell = (stream: Stream, bundle: CompiledBundle): void => {
    const { message, told, sent } = stream
    if (!isNewer(bundle, stream)) return
    const id = message.isOfAnswers ? answersIdOf(bundle) : bundle.revision
    const text = () => `id: ${id}\n${message.text(bundle, told)}\n\n`
    const chunk = (sent ? chunks.packed : chunks.plain)(bundle, message.name(bundle, told), text)
    // Still being compressed: it is sent once that is done.
    if (!chunk) return
    stream.told = bundle.revision
    stream.toldLists = bundle.listsTaken()
    write(stream, chunk)
  }
  const announce = (bundle: CompiledBundle): void => byEnvironment.get(bundle.environmentId)?.announce(bundle)
  const chunks = openChunkCache((bundle) => {
    // If there is a later bundle, that one was sent already, uncompressed.
    if (cache.bundles.known(bundle.environmentId) === bundle) announce(bundle)
  })
  const subscribersOf = (environmentId: EnvironmentId): Subscribers<Stream> => {
    const known = byEnvironment.get(environmentId)
    if (known) return known
    const subscribers = openSubscribers(slicer, tell)
    byEnvironment.set(environmentId, subscribers)
    return subscribers
  }

  const endOf = (hash: string): void => {
    const streams = byKey.get(hash)
    if (streams) slicer.add(eachOf(streams, end))
  }
  /** Checks the key of streams like that of a request: a stale one is read again, and its use is noted. */
  const lookAtKey = (hash: string): void => {
    const key = cache.keys.peek(hash)?.value
    if (!key) return
    if (isOver(key)) endOf(hash)
    else uses.note(key)
  }
  const lookAtKeys = eachOf(byKey, ([hash]) => lookAtKey(hash))
  const look = setInterval(() => {
    // Refreshes expired bundles, in case a notice was lost.
    for (const environmentId of byEnvironment.keys()) {
      if (!cache.bundles.peek(environmentId)) cache.bundles.load(environmentId).catch(() => undefined)
    }
    slicer.add(lookAtKeys)
  }, rests.streamsMs ?? usualRestMs).unref()

  const heartbeats = openHeartbeats<Stream>(slicer, (stream) => {
    const { sink, sent } = stream
    // A sink with unsent data needs no heartbeat; one that was ended has had enough time to finish.
    if (sink.isEnded()) sink.destroy()
    else if (sink.pendingBytes() === 0) write(stream, sent ? comments.packed : comments.plain)
  })
  const stopListening = [cache.onBundle(announce), cache.onRevoked(endOf)]

  const keep = (stream: Stream, environmentId: EnvironmentId, keyHash: string): (() => void) => {
    const { listeners } = subscribersOf(environmentId)
    const ofKey = byKey.get(keyHash) ?? new Set()
    byKey.set(keyHash, ofKey.add(stream))
    listeners.add(stream)
    const forgetBeat = heartbeats.add(stream)
    return () => {
      backpressure.forget(stream.sink)
      forgetBeat()
      listeners.delete(stream)
      if (listeners.size === 0) byEnvironment.delete(environmentId)
      ofKey.delete(stream)
      if (ofKey.size === 0) byKey.delete(keyHash)
    }
  }

  return {
    open: (
      sink,
      { keyHash, environmentId, message, lastSeen, lastLists = 0, isPacked = false, common, headers = [], onClose },
    ) => {
      const sent = isPacked ? { crc: 0, length: 0 } : undefined
      const stream: Stream = { sink, message, told: lastSeen ?? -1, toldLists: lastLists, sent }
      const forget = keep(stream, environmentId, keyHash)
      sink.onClose(() => {
        onClose()
        forget()
      })
      sink.begin([...common, ...headers, ...headersOf(isPacked)])
      write(stream, isPacked ? comments.firstPacked : comments.plain)
      // The hub was closed while the key was looked up.
      if (isClosed) return end(stream)
      const known = cache.bundles.peek(environmentId)?.value
      if (known) tell(stream, known)
      // The bundle is sent as soon as it is loaded; if it cannot be read, the next notice or check tries again.
      else cache.bundles.load(environmentId).catch(() => undefined)
    },
    count: () => byEnvironment.values().reduce((sum, { listeners }) => sum + listeners.size, 0),
    unreadBytes: backpressure.bytes,
    close: () => {
      isClosed = true
      for (const stop of stopListening) stop()
      clearInterval(look)
      heartbeats.close()
      for (const { listeners } of byEnvironment.values()) slicer.add(eachOf(listeners, end))
    },
  }
}
