import type { EnvironmentId, TrackAnswer } from '@bunting/contract'
import type { Call, Channel } from '../base/rpc.ts'
import type {
  Edge,
  EdgeBundle,
  EdgeKey,
  EdgePatch,
  EdgeRevision,
  KeyUses,
  NamedList,
  Notice,
  RecordedBatch,
  TrackedBatch,
} from './edge.ts'
import { trackedIn, trackedText } from './format/tracked-text.ts'

/** The requests of a worker without Redis to the primary. */
type PrimaryRequest =
  | { read: What; of: string; from?: number | undefined }
  | { record: RecordedBatch }
  | { track: string }
  | { used: KeyUses }
  | { ping: true }
  | { list: NamedList; from: number }
  | { nextOfList: number }
type What = 'bundle' | 'revision' | 'key' | 'streamKey' | 'unitSecret'

/** The edge of a worker without Redis: the primary has one, and reads it for its workers. */
export const openPrimaryEdge = (channel: Channel, callPrimary: Call): Edge => {
  const listeners = new Set<(notice: Notice) => void>()
  channel.onMessage((message) => {
    if ('notice' in message) for (const listener of listeners) listener(message.notice as Notice)
  })

  const call = (request: PrimaryRequest) => callPrimary(request)
  const read = <Value>(what: What, of: string, from?: number) =>
    call({ read: what, of, from }) as Promise<Value | undefined>
  const unsupported = async (): Promise<never> => {
    throw new Error('a worker only reads the edge')
  }

  /** As texts: what is sent between processes is JSON. */
  async function* piecesOf(reading: number): AsyncGenerator<Uint8Array> {
    for (;;) {
      const piece = (await call({ nextOfList: reading })) as string | undefined
      if (piece === undefined) return
      yield Buffer.from(piece, 'base64')
    }
  }

  return {
    putBundle: unsupported,
    putKeys: unsupported,
    readBundle: (environmentId, from) => read<EdgeBundle | EdgePatch>('bundle', environmentId, from),
    readRevision: (environmentId) => read<EdgeRevision>('revision', environmentId),
    readList: async ({ list, version, sha256 }, from) => {
      const reading = (await call({ list: { list, version, sha256 }, from })) as number | undefined
      return reading === undefined ? undefined : piecesOf(reading)
    },
    readKey: (hash) => read<EdgeKey>('key', hash),
    readStreamKey: (token) => read<string>('streamKey', token),
    onNotice: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    record: async (batch) => {
      await call({ record: batch })
    },
    onRecorded: () => async () => undefined,
    track: (batch) => call({ track: trackedText(batch) }) as Promise<TrackAnswer>,
    onTracked: () => async () => undefined,
    readUnitSecret: (environmentId) => read<string>('unitSecret', environmentId) as Promise<string>,
    used: async (uses) => {
      await call({ used: uses })
    },
    onUsed: () => async () => undefined,
    sequence: undefined,
    checkpointOf: undefined,
    hasKeys: unsupported,
    forgetUnknown: unsupported,
    ping: async () => {
      await call({ ping: true })
    },
    close: async () => listeners.clear(),
  }
}

/** The primary's side: passes the edge's notices on. Returns a function that stops it. */
export const passNoticesOn = (edge: Edge, channel: Channel): (() => void) =>
  edge.onNotice((notice) => channel.send({ notice }))

/** The primary's side: answers a worker's request. */
export const answerOfEdge = (edge: Edge, request: object): Promise<unknown> => {
  const asked = request as PrimaryRequest
  if ('record' in asked) return edge.record(asked.record)
  if ('track' in asked) return edge.track(trackedIn(asked.track) as TrackedBatch)
  if ('used' in asked) return edge.used(asked.used)
  if ('ping' in asked) return edge.ping()
  if ('list' in asked) return openReading(edge, asked)
  if ('nextOfList' in asked) return nextPiece(asked.nextOfList)
  return readers[asked.read](edge, asked.of, asked.from)
}

/** The lists that workers are reading; one that nobody goes on with is given up. */
const readings = new Map<number, { pieces: AsyncIterator<Uint8Array>; idle: NodeJS.Timeout }>()
const idleMs = 60_000
let opened = 0

const openReading = async (
  edge: Edge,
  { list, from }: { list: NamedList; from: number },
): Promise<number | undefined> => {
  const pieces = await edge.readList(list, from)
  if (!pieces) return undefined
  const reading = ++opened
  const idle = setTimeout(() => endReading(reading), idleMs).unref()
  readings.set(reading, { pieces: pieces[Symbol.asyncIterator](), idle })
  return reading
}

const endReading = (reading: number): void => {
  const one = readings.get(reading)
  readings.delete(reading)
  clearTimeout(one?.idle)
  void one?.pieces.return?.(undefined)
}

const nextPiece = async (reading: number): Promise<string | undefined> => {
  const one = readings.get(reading)
  if (!one) throw new Error('this list was given up')
  one.idle.refresh()
  try {
    const { value, done } = await one.pieces.next()
    if (!done) return Buffer.from(value).toString('base64')
    endReading(reading)
    return undefined
  } catch (error) {
    endReading(reading)
    throw error
  }
}

const readers: Record<What, (edge: Edge, of: string, from?: number) => Promise<unknown>> = {
  bundle: (edge, of, from) => edge.readBundle(of as EnvironmentId, from),
  revision: (edge, of) => edge.readRevision(of as EnvironmentId),
  key: (edge, of) => edge.readKey(of),
  streamKey: (edge, of) => edge.readStreamKey(of),
  unitSecret: (edge, of) => edge.readUnitSecret(of as EnvironmentId),
}
