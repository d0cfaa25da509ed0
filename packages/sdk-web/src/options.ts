import type { Details, EvaluationContext } from '@bunting/sdk-core'

export type TelemetryOptions = {
  /** The address of the Management API, such as `https://bunting.example.com`. */
  url: string
  /** How often evaluations are sent: every 30 s by default, and when the page is left. */
  flushMs?: number
}

export type FlagsOptions = {
  /** The address of the Delivery API, such as `https://flags.example.com`. */
  url: string
  /** A client key: `pk_…`. It may be public. */
  key: string
  /** The context that the flags are evaluated for. */
  context?: EvaluationContext
  /** The flags to request at the start. Any other flag is requested when it is first read. */
  flags?: readonly string[]
  /** Answers to begin with, as the server SDK's `all(context, { clientSafe: true })` returns them. */
  initial?: Readonly<Record<string, Details>>
  /** Keeps the answers for the next visit; `localStorage` by default, null for none. */
  storage?: Pick<Storage, 'getItem' | 'setItem'> | null
  /** Reports evaluations to Bunting, for its usage figures; without it nothing is sent. */
  telemetry?: TelemetryOptions
  /** Used in place of the global `fetch`. */
  fetch?: typeof globalThis.fetch
}
