import type { ApiKeyId, EnvironmentId, TrackAnswer } from '@bunting/contract'
import type { LargeList, Reason } from '@bunting/engine'
import type { Transfers } from '../base/transfers.ts'
import type { PublishedKey } from '../rules/access/published-key.ts'
import type { HashedTrack } from '../rules/units/hashed-track.ts'

export type UnitSecret = { environmentId: EnvironmentId; secret: string }

export type EdgeKey = PublishedKey & {
  /** The database that it belongs to, if others may share the edge. */
  storeId?: string
}

/** The key that belongs to the hash of a secret; null if the secret is retired or its key revoked. */
export type EdgeSecret = { hash: string; revision: number; key: EdgeKey | null }

/** Flags or segments by their keys, each as its JSON text, just as SDKs receive it. */
export type EdgeEntries<Text extends string | null = string> = readonly (readonly [key: string, text: Text])[]

/** A revision and the names that it changed: `f:` and a flag's key, or `s:` and a segment's. */
export type EdgeChange = readonly [revision: number, ...names: string[]]

/** An environment's flags, and the segments that they need. */
export type EdgeBundle = {
  environmentId: EnvironmentId
  revision: number
  format: unknown
  flags: EdgeEntries
  segments: EdgeEntries
  /** The latest changes up to this revision, without a gap, as far as they are known. */
  changes?: readonly EdgeChange[]
  /** The checksum of all entries, see `checksum.ts`. Missing if it is straight from the store, or of an earlier release. */
  checksum?: string
  /** The bundle replaces any revision up to this one, even if it is above its own: the store never gave those out. */
  replaces?: number
}

/**
 * The changes that turn a bundle into that of a later revision; null for removed entries. `checksum` is that of all
 * entries after the change.
 */
export type EdgePatch = Omit<EdgeBundle, 'flags' | 'segments'> & {
  from: number
  flags: EdgeEntries<string | null>
  segments: EdgeEntries<string | null>
}

/** The revision of a bundle, without the bundle. */
export type EdgeRevision = Pick<EdgeBundle, 'revision' | 'replaces' | 'checksum'>

/** The number of times that a flag gave an answer within a few seconds. `value` is the JSON text, without quotes. */
export type RecordedCount = {
  environmentId: EnvironmentId
  flagKey: string
  flagId: string
  value: string
  reason: Reason
  ruleId: string
  count: number
}

/** Evaluations that Delivery counted for callers that do not report them themselves. */
export type RecordedBatch = { id: string; atMs: number; counts: readonly RecordedCount[] }

/** What units did, checked and hashed: nothing says who they were. */
export type TrackedBatch = {
  track: HashedTrack
  /** What the caller is told, as far as the door knows it. */
  answer: TrackAnswer
  /** Under which it counts once, however often it comes. */
  named?: { scope: string; key: string } | undefined
}

/** Keys that were used in a minute. For the same key only the latest minute matters. */
export type KeyUses = { minuteMs: number; keyIds: readonly ApiKeyId[] }

/** Tells Delivery what to read again: `everything` that it has cached, if notices may have been missed. */
export type Notice = { bundle: EnvironmentId } | { key: string } | 'everything'

/** The edge cache, which is all that Delivery reads. Keys are found by the SHA-256 of the raw key. */
/** A version of a large list. After a restored backup another one may have the same number: the hash tells them apart. */
export type NamedList = Pick<LargeList, 'list' | 'version' | 'sha256'>

type ReadBytes = (from: number) => Promise<AsyncIterable<Uint8Array> | undefined>

export type Edge = {
  /**
   * Publishes a bundle. An older revision never replaces a newer one, as long as the store gave that out. `read` reads
   * the store: the whole bundle, or the changes since the revision that the edge has. An edge that keeps no bundles
   * does not call it.
   */
  putBundle(environmentId: EnvironmentId, read: (from?: number) => Promise<EdgeBundle | EdgePatch>): Promise<void>
  /**
   * The same for keys, as many as the store reads at once. `readAgain` reads the store again, for the keys of which the
   * edge has a newer revision.
   */
  putKeys(
    secrets: readonly EdgeSecret[],
    readAgain: (hashes: readonly string[]) => Promise<readonly EdgeSecret[]>,
  ): Promise<void>
  /** Reads a bundle. With `from`, the revision that is known: only the changes since, or the whole if they are unknown. */
  readBundle(environmentId: EnvironmentId, from?: number): Promise<EdgeBundle | EdgePatch | undefined>
  /** The revision of the bundle that `readBundle` would return, at a far lower cost. Undefined if it is unknown. */
  readRevision(environmentId: EnvironmentId): Promise<EdgeRevision | undefined>
  /**
   * A version of a large list as its bytes: what it has over the version that is known, or the whole where that cannot be
   * told, or 0 is known. Undefined where there is no such version, or not yet.
   */
  readList(named: NamedList, from: number): Promise<AsyncIterable<Uint8Array> | undefined>
  /**
   * Brings a version of a large list to an edge that keeps lists, if it is not there whole. `read` gives the whole for 0, or what
   * the version has over another; undefined if there is no such thing, or no longer.
   */
  putList?(named: LargeList, read: ReadBytes): Promise<void>
  /**
   * Stores only the changes since the previous version: Delivery can use them at once, while the whole list takes longer. Returns
   * false if there are none.
   */
  putListDelta?(named: NamedList, read: ReadBytes): Promise<boolean>
  /** Rejects if the edge has lost data, since an unknown key cannot be told from a lost one then. */
  readKey(hash: string): Promise<EdgeKey | undefined>
  /** The hash of the key that a stream's token stands for. Rejects as `readKey` does. */
  readStreamKey(token: string): Promise<string | undefined>
  /** Returns a function that stops the listening. */
  onNotice(listener: (notice: Notice) => void): () => void
  /** Sends Delivery's counts to the process with the event log. Rejects if it cannot take them now. */
  record(batch: RecordedBatch): Promise<void>
  /** Calls `take` with the counts that were sent; the same batch may come twice. Returns a function that stops it. */
  onRecorded(take: (batch: RecordedBatch) => Promise<void>): () => Promise<void>
  /**
   * Sends what units did to the process with the event log; comes back with what the caller is told, once nothing of it can
   * be lost. Fails where it cannot be taken now.
   */
  track(batch: TrackedBatch): Promise<TrackAnswer>
  /** Takes what was handed over; the same batch may come twice. Returns what ends it. */
  onTracked(take: (batch: TrackedBatch) => Promise<TrackAnswer>): () => Promise<void>
  /** What an environment's units are hashed under. Fails where it is not known. */
  readUnitSecret(environmentId: EnvironmentId): Promise<string>
  /** Of an edge that keeps them: they never change. */
  putUnitSecrets?: (secrets: readonly UnitSecret[]) => Promise<void>
  /** Sends the uses of keys to the process with the store. Rejects if it cannot take them now. */
  used(uses: KeyUses): Promise<void>
  /** Calls `take` with the uses that were sent; the same may come twice. Returns a function that stops it. */
  onUsed(take: (uses: KeyUses) => Promise<void>): () => Promise<void>
  /** Counts what was published to the edge. Undefined for an edge that cannot lose anything. */
  sequence: PublishSequence | undefined
  /** The checkpoint of a store that the edge remembers. Undefined for an edge that does not outlive a process. */
  checkpointOf: ((storeId: string) => Checkpoint) | undefined
  /** Tells whether it has any key, of whatever store. */
  hasKeys(): Promise<boolean>
  /**
   * Removes the keys that the store does not have; `known` says which hashes it has. Returns a function that makes
   * Delivery read them again, to be called once the edge counts as complete: before that, a missing key is not
   * believed.
   */
  forgetUnknown(
    storeId: string,
    known: (hashes: readonly string[]) => Promise<readonly string[]>,
  ): Promise<() => Promise<void>>
  /** Set for an edge behind a network: tells how much longer than usual it may take. */
  transfers?: Transfers
  ping(): Promise<void>
  close(): Promise<void>
}

/** The most that a sequence may be ahead of the store's: writers cannot have counted further, so it is damaged then. */
export const maxAhead = 1_000_000

/** Counts what was published to an edge. If the count has gone back or is missing, the edge has lost something. */
export type PublishSequence = {
  read(): Promise<number | undefined>
  /** Adds one. Undefined if there is no count. */
  advance(): Promise<number | undefined>
  /** Sets the count, once everything is published again. */
  restore(atLeast: number): Promise<void>
  /** Marks the edge as incomplete. */
  clear(): Promise<void>
}

/** The newest of the store's checkpoints when something was last published. */
export type Checkpoint = {
  read(): Promise<number | undefined>
  /** Returns false if another one has replaced the one that was read. */
  replace(read: number | undefined, next: number): Promise<boolean>
}
