import type { Bundle } from './bundle.ts'

/** Where the last bundle is kept, so that an application that starts while Bunting is away has flags all the same. */
export type BundleCache = {
  /** What was written last; undefined where there is nothing. */
  read(): Promise<string | undefined>
  write(text: string): Promise<void>
}

export type TelemetryOptions = {
  /** Where the Management API is, such as `http://127.0.0.1:4000`. */
  url: string
  /** How often evaluations are told; 10 s unless said otherwise. */
  flushMs?: number
}

/** How the SDK's own tests hurry it: `timing` scales every wait that is not the caller's own. */
export type TimedOptions = FlagsOptions & { timing?: number }

export type FlagsOptions = {
  /** Where the Delivery API is, such as `http://127.0.0.1:4001`. */
  url: string
  /** A server key: `sk_…`. */
  key: string
  /** Flags to answer with until others arrive. */
  bootstrap?: Bundle
  /** Keeps the last bundle; `@bunting/sdk-server/file-cache` has one for files. */
  cache?: BundleCache
  /** Tells Bunting which flags were evaluated, and how; left out, nothing is told. */
  telemetry?: TelemetryOptions
  /** In place of the global one. */
  fetch?: typeof globalThis.fetch
}
