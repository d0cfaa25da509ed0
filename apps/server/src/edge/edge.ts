import type { ApiKeyId, EnvironmentId } from '@bunting/contract'
import type { LargeList, Reason } from '@bunting/engine'
import type { Transfers } from '../base/transfers.ts'
import type { PublishedKey } from '../rules/access/published-key.ts'

export type EdgeKey = PublishedKey & {
  /** The database that it is of, where others may share the edge. */
  storeId?: string
}

/** The key that belongs to the hash of a secret; null where the secret is retired or its key revoked. */
export type EdgeSecret = { hash: string; revision: number; key: EdgeKey | null }

/** Flags or segments by their keys, each as its JSON text, just as SDKs receive it. */
export type EdgeEntries<Text extends string | null = string> = readonly (readonly [key: string, text: Text])[]

/** What a revision's change touched: `f:` and a flag's key, or `s:` and a segment's. */
export type EdgeChange = readonly [revision: number, ...names: string[]]

/** An environment's flags, and the segments that they need. */
export type EdgeBundle = {
  environmentId: EnvironmentId
  revision: number
  format: unknown
  flags: EdgeEntries
  segments: EdgeEntries
  /** The latest ones, none left out between them and up to this revision, as far as they are known. */
  changes?: readonly EdgeChange[]
  /** Of all its entries, see `checksum.ts`; none where nothing can have come between. */
  checksum?: string
  /** Takes the place of any revision up to this one, though they are above its own: the store never gave them out. */
  replaces?: number
}

/**
 * What a bundle has to be told to become that of a later revision; null for what it has no longer. `checksum` is of all
 * that it has then.
 */
export type EdgePatch = Omit<EdgeBundle, 'flags' | 'segments'> & {
  from: number
  flags: EdgeEntries<string | null>
  segments: EdgeEntries<string | null>
}

/** Of which revision a bundle is, without the bundle. */
export type EdgeRevision = Pick<EdgeBundle, 'revision' | 'replaces' | 'checksum'>

/** How often a flag answered something within a few seconds. `value` is the JSON text, without quotes. */
export type RecordedCount = {
  environmentId: EnvironmentId
  flagKey: string
  flagId: string
  value: string
  reason: Reason
  ruleId: string
  count: number
}

/** Evaluations that Delivery counted for callers that do not tell of them. */
export type RecordedBatch = { id: string; atMs: number; counts: readonly RecordedCount[] }

/** Keys that were used in a minute: of the same key an older one says nothing new. */
export type KeyUses = { minuteMs: number; keyIds: readonly ApiKeyId[] }

/** Tells Delivery what to read again; everything it knows, where notices may have been missed. */
export type Notice = { bundle: EnvironmentId } | { key: string } | 'everything'

/** The edge cache: what Delivery reads, and all it reads. Keys go by the SHA-256 of the raw key. */
/** A version of a large list. After a restored backup another one may have the same number: the hash tells them apart. */
export type NamedList = Pick<LargeList, 'list' | 'version' | 'sha256'>

export type Edge = {
  /**
   * An older revision never replaces a newer one, as long as that is one of the store's: `read` is what the store has
   * when it is asked, or what became of it since the revision that the edge has. An edge that keeps no bundles does not
   * ask.
   */
  putBundle(environmentId: EnvironmentId, read: (from?: number) => Promise<EdgeBundle | EdgePatch>): Promise<void>
  /**
   * The same for keys, as many as the store reads at once. `readAgain` is what the store has then, for those that the edge
   * has something newer of.
   */
  putKeys(
    secrets: readonly EdgeSecret[],
    readAgain: (hashes: readonly string[]) => Promise<readonly EdgeSecret[]>,
  ): Promise<void>
  /** With the revision that is known already: what became of it since, or the whole where that cannot be told. */
  readBundle(environmentId: EnvironmentId, from?: number): Promise<EdgeBundle | EdgePatch | undefined>
  /** Of which revision the bundle is that `readBundle` would give, for far less. Undefined where it cannot be told. */
  readRevision(environmentId: EnvironmentId): Promise<EdgeRevision | undefined>
  /**
   * A version of a large list as its bytes: what it has over the version that is known, or the whole where that cannot be
   * told, or 0 is known. Undefined where there is no such version, or not yet.
   */
  readList(named: NamedList, from: number): Promise<AsyncIterable<Uint8Array> | undefined>
  /**
   * Of an edge that keeps lists: has a version brought there, where it is not. `read` gives the whole, for 0, or what it
   * has over another version, where that is known and less.
   */
  putList?(named: NamedList, read: (from: number) => Promise<AsyncIterable<Uint8Array> | undefined>): Promise<void>
  /** Fails where an edge that lost what it had cannot tell an unknown key from a forgotten one. */
  readKey(hash: string): Promise<EdgeKey | undefined>
  /** The hash of the key that a stream's token stands in for. Fails as `readKey` does. */
  readStreamKey(token: string): Promise<string | undefined>
  /** Returns what ends the listening. */
  onNotice(listener: (notice: Notice) => void): () => void
  /** Sends Delivery's counts to the process with the event log. Fails where it cannot take them now. */
  record(batch: RecordedBatch): Promise<void>
  /** Takes what was handed over; the same batch may come twice. Returns what ends it. */
  onRecorded(take: (batch: RecordedBatch) => Promise<void>): () => Promise<void>
  /** Sends the uses of keys to the process with the store. Fails where it cannot take them now. */
  used(uses: KeyUses): Promise<void>
  /** Takes what was handed over; the same may come twice. Returns what ends it. */
  onUsed(take: (uses: KeyUses) => Promise<void>): () => Promise<void>
  /** Of an edge that can lose what it was given: how far it was published. */
  sequence: PublishSequence | undefined
  /** Of an edge that outlives a process: what it remembers of a store. */
  checkpointOf: ((storeId: string) => Checkpoint) | undefined
  /** Whether it keeps any key, of whatever store. */
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
  /** Of an edge on a line: how much longer than usual it may take. */
  transfers?: Transfers
  ping(): Promise<void>
  close(): Promise<void>
}

/** A sequence further ahead of the store's than writers can have counted is damaged. */
export const maxAhead = 1_000_000

/** Counts what was published to an edge: one that has gone back, or is gone, tells that the edge lost something. */
export type PublishSequence = {
  read(): Promise<number | undefined>
  /** Undefined where there is none to advance. */
  advance(): Promise<number | undefined>
  /** Once everything is there again. */
  restore(atLeast: number): Promise<void>
  /** Marks the edge as incomplete. */
  clear(): Promise<void>
}

/** The newest of the store's checkpoints when something was last published. */
export type Checkpoint = {
  read(): Promise<number | undefined>
  /** False where another has taken the place of the one that was read. */
  replace(read: number | undefined, next: number): Promise<boolean>
}
