import type { Details, EvaluationContext } from '@bunting/sdk-core'

export type TelemetryOptions = {
  /** Where the Management API is, such as `https://bunting.example.com`. */
  url: string
  /** How often evaluations are told; 30 s unless said otherwise, and when the page is left. */
  flushMs?: number
}

export type FlagsOptions = {
  /** Where the Delivery API is, such as `https://flags.example.com`. */
  url: string
  /** A client key: `pk_…`. It may be public. */
  key: string
  /** Whom the flags are for. */
  context?: EvaluationContext
  /** The flags to ask for at once. A flag that is not named here is asked for when somebody wants it. */
  flags?: readonly string[]
  /** Answers to begin with, as the server SDK's `all(context, { clientSafe: true })` has them. */
  initial?: Readonly<Record<string, Details>>
  /** Where answers are kept for the next visit; `localStorage` unless told, none where null. */
  storage?: Pick<Storage, 'getItem' | 'setItem'> | null
  /** Tells Bunting which flags were evaluated, and how; left out, nothing is told. */
  telemetry?: TelemetryOptions
  /** In place of the global one. */
  fetch?: typeof globalThis.fetch
}
