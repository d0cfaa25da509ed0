import type {
  Check,
  Details,
  EvaluationContext,
  FlagKey,
  FlagsError,
  FlagsStatus,
  ReadOptions,
  TrackDetails,
} from '@bunting/sdk-core'

/** The events of `Flags`. */
export type FlagsEvents = {
  /** The first flags are there, or they are current again after `stale`. */
  ready: { readonly revision: number }
  /** These flags were added, changed or removed, or need a segment or flag that was. */
  changed: { readonly keys: readonly string[] }
  /** Bunting cannot be reached; the last known flags go on answering. */
  stale: { readonly revision: number }
  /** Something failed that the SDK can go on without. */
  error: { readonly error: FlagsError }
}

/**
 * Flags that are evaluated in this process. Evaluations are synchronous, read memory only and never throw: whatever
 * goes wrong, they return the fallback.
 */
export type Flags = {
  /**
   * The value of a boolean flag, or the fallback.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-server'
   *
   * const flags = openFlags({ url: 'http://127.0.0.1:4001', key: 'sk_…' })
   * if (flags.boolean('new-checkout', { userId: 'ada' }, false)) console.log('the new checkout')
   * ```
   */
  boolean(key: FlagKey<boolean>, context: EvaluationContext, fallback: boolean, options?: ReadOptions): boolean

  /**
   * The value of a string flag, or the fallback.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-server'
   *
   * const flags = openFlags({ url: 'http://127.0.0.1:4001', key: 'sk_…' })
   * const colour: string = flags.string('button-colour', { attributes: { country: 'NL' } }, 'blue')
   * ```
   */
  string(key: FlagKey<string>, context: EvaluationContext, fallback: string, options?: ReadOptions): string

  /**
   * The value of a number flag, or the fallback.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-server'
   *
   * const flags = openFlags({ url: 'http://127.0.0.1:4001', key: 'sk_…' })
   * const perPage: number = flags.number('results-per-page', { userId: 'ada' }, 20)
   * ```
   */
  number(key: FlagKey<number>, context: EvaluationContext, fallback: number, options?: ReadOptions): number

  /**
   * The value of a json flag, or the fallback: an object or an array, frozen. `check` validates it; a value that fails
   * it is replaced by the fallback.
   *
   * @example With a schema of Zod, Valibot, ArkType or any other library that follows Standard Schema.
   * ```ts
   * import { openFlags } from '@bunting/sdk-server'
   * import { z } from 'zod'
   *
   * const limits = z.object({ perMinute: z.number(), burst: z.number().default(10) })
   *
   * const flags = openFlags({ url: 'http://127.0.0.1:4001', key: 'sk_…' })
   * const { perMinute, burst } = flags.json('limits', { userId: 'ada' }, { perMinute: 60, burst: 10 }, limits)
   * console.log(perMinute, burst)
   * ```
   *
   * @example With a function, or without a check.
   * ```ts
   * import { openFlags } from '@bunting/sdk-server'
   *
   * const areNames = (value: unknown): value is string[] =>
   *   Array.isArray(value) && value.every((name) => typeof name === 'string')
   *
   * const flags = openFlags({ url: 'http://127.0.0.1:4001', key: 'sk_…' })
   * const regions: string[] = flags.json('regions', { userId: 'ada' }, ['eu'], areNames)
   * const theme = flags.json<{ accent: string }>('theme', { userId: 'ada' }, { accent: 'blue' })
   * console.log(regions.join(), theme.accent)
   * ```
   */
  json<Value extends object>(
    key: string,
    context: EvaluationContext,
    fallback: NoInfer<Value>,
    check: Check<Value>,
    options?: ReadOptions,
  ): Value
  json<Value extends object>(
    key: FlagKey<Value>,
    context: EvaluationContext,
    fallback: Value,
    check?: (value: unknown) => boolean,
    options?: ReadOptions,
  ): Value

  /**
   * The value of a boolean flag or the fallback, with the reason.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-server'
   *
   * const flags = openFlags({ url: 'http://127.0.0.1:4001', key: 'sk_…' })
   * const { value, reason, ruleId, error } = flags.booleanDetails('new-checkout', { userId: 'ada' }, false)
   * console.log(value, reason, ruleId, error)
   * ```
   */
  booleanDetails(
    key: FlagKey<boolean>,
    context: EvaluationContext,
    fallback: boolean,
    options?: ReadOptions,
  ): Details<boolean>

  /**
   * The value of a string flag or the fallback, with the reason.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-server'
   *
   * const flags = openFlags({ url: 'http://127.0.0.1:4001', key: 'sk_…' })
   * const { value, variant } = flags.stringDetails('button-colour', { userId: 'ada' }, 'blue')
   * console.log(value, variant)
   * ```
   */
  stringDetails(
    key: FlagKey<string>,
    context: EvaluationContext,
    fallback: string,
    options?: ReadOptions,
  ): Details<string>

  /**
   * The value of a number flag or the fallback, with the reason.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-server'
   *
   * const flags = openFlags({ url: 'http://127.0.0.1:4001', key: 'sk_…' })
   * const { value, version } = flags.numberDetails('results-per-page', {}, 20)
   * console.log(value, version)
   * ```
   */
  numberDetails(
    key: FlagKey<number>,
    context: EvaluationContext,
    fallback: number,
    options?: ReadOptions,
  ): Details<number>

  /**
   * The value of a json flag or the fallback, with the reason. `check` is that of `json`.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-server'
   *
   * const flags = openFlags({ url: 'http://127.0.0.1:4001', key: 'sk_…' })
   * const { value, variant, error } = flags.jsonDetails('theme', { userId: 'ada' }, { accent: 'blue' })
   * console.log(value.accent, variant, error)
   * ```
   */
  jsonDetails<Value extends object>(
    key: string,
    context: EvaluationContext,
    fallback: NoInfer<Value>,
    check: Check<Value>,
    options?: ReadOptions,
  ): Details<Value>
  jsonDetails<Value extends object>(
    key: FlagKey<Value>,
    context: EvaluationContext,
    fallback: Value,
    check?: (value: unknown) => boolean,
    options?: ReadOptions,
  ): Details<Value>

  /**
   * The answers of all flags, by key. With `clientSafe` only those that a browser may know: the `initial` answers of
   * the web SDK and React. They do not count as evaluations.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-server'
   *
   * const flags = openFlags({ url: 'http://127.0.0.1:4001', key: 'sk_…' })
   * for (const [key, { value }] of Object.entries(flags.all({ userId: 'ada' }))) console.log(key, value)
   * const initial = flags.all({ userId: 'ada' }, { clientSafe: true })
   * console.log(initial)
   * ```
   */
  all(context: EvaluationContext, only?: { clientSafe?: boolean }): Record<string, Details>

  /**
   * Tells that something happened, for metrics and experiments. It never throws and never waits: events are sent with the
   * telemetry; without it nothing is sent, and an `error` event says so once. Of the context only the ids of the unit leave
   * the process.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-server'
   *
   * const flags = openFlags({ url: 'http://127.0.0.1:4001', key: 'sk_…', telemetry: { url: 'http://127.0.0.1:4000' } })
   * flags.track('purchase', { userId: 'ada' }, { value: 49.9 })
   * ```
   */
  track(name: string, context: EvaluationContext, details?: TrackDetails): void

  /** The id of the flags' environment; undefined until there are flags. */
  readonly environmentId: string | undefined

  /** Whether there are flags, and whether they are current. */
  readonly status: FlagsStatus

  /**
   * The error because of which there are no flags, or none that are current; undefined if all is well. `KEY_REFUSED`
   * needs another key.
   */
  readonly error: FlagsError | undefined

  /**
   * Waits for the first flags, from Bunting, the cache or `bootstrap`. Resolves to false where there are none after
   * `timeoutMs` (default 10 s), where the key is refused, or after `close`. It never rejects: until flags arrive,
   * evaluations return fallbacks.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-server'
   *
   * const flags = openFlags({ url: 'http://127.0.0.1:4001', key: 'sk_…' })
   * if (!(await flags.ready(2_000))) console.warn('starting with fallbacks')
   * ```
   */
  ready(timeoutMs?: number): Promise<boolean>

  /**
   * Adds a listener; the returned function removes it.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-server'
   *
   * const flags = openFlags({ url: 'http://127.0.0.1:4001', key: 'sk_…' })
   * const stop = flags.on('changed', ({ keys }) => console.log('changed:', keys.join(', ')))
   * flags.on('error', ({ error }) => console.error(error.code, error.message))
   * stop()
   * ```
   */
  on<Name extends keyof FlagsEvents>(name: Name, listener: (event: FlagsEvents[Name]) => void): () => void

  /**
   * Sends the evaluations that were counted since the last report. Serverless functions call it before they answer:
   * they may be frozen afterwards.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-server'
   *
   * const flags = openFlags({ url: 'http://127.0.0.1:4001', key: 'sk_…', telemetry: { url: 'http://127.0.0.1:4000' } })
   * await flags.flush()
   * ```
   */
  flush(): Promise<void>

  /**
   * Closes the connection and sends the remaining telemetry. Evaluations go on with the last flags.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-server'
   *
   * const flags = openFlags({ url: 'http://127.0.0.1:4001', key: 'sk_…' })
   * process.once('SIGTERM', () => flags.close())
   * ```
   */
  close(): Promise<void>
}
