import type { Bundle } from './bundle.ts'

/** Keeps the last bundle, so that an application that starts while Bunting cannot be reached has flags. */
export type BundleCache = {
  /** Returns what was written last; undefined if there is nothing. */
  read(): Promise<string | undefined>
  write(text: string): Promise<void>
  /** Keeps large lists, too; without it they are fetched at each start. */
  lists?: ListCache
}

/** Keeps the bytes of large lists, each by its id. */
export type ListCache = {
  /** Returns what was written last; undefined where there is nothing. */
  read(list: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Each part is good until the next. */
  write(list: string, bytes: Iterable<Uint8Array>): Promise<void>
  remove(list: string): Promise<void>
}

export type TelemetryOptions = {
  /** The address of the Management API, such as `http://127.0.0.1:4000`. */
  url: string
  /** How often evaluations are sent; every 10 s by default. */
  flushMs?: number
}

/** For the SDK's own tests: `timing` scales all waits except for those that the caller sets. */
export type TimedOptions = FlagsOptions & { timing?: number }

export type FlagsOptions = {
  /** The address of the Delivery API, such as `http://127.0.0.1:4001`. */
  url: string
  /** A server key: `sk_…`. */
  key: string
  /** Flags to begin with, until Bunting's arrive. */
  bootstrap?: Bundle
  /** Keeps the last bundle; `@bunting/sdk-server/file-cache` has one for files. */
  cache?: BundleCache
  /** Reports evaluations to Bunting, for its usage figures; without it nothing is sent. */
  telemetry?: TelemetryOptions
  /** Used in place of the global `fetch`. */
  fetch?: typeof globalThis.fetch
}
