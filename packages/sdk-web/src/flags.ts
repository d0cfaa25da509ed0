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
  /** The first answers are there, or they are current again after `stale`. */
  ready: Record<never, never>
  /** The answers of these flags changed, or came for the first time. */
  changed: { readonly keys: readonly string[] }
  /** Bunting cannot be reached; the last answers stay. */
  stale: Record<never, never>
  /** Something failed that the SDK can go on without. */
  error: { readonly error: FlagsError }
}

/**
 * The flags of a page's user. Bunting evaluates them, and the answers are kept in the page: reading one is synchronous
 * and never throws. Whatever goes wrong, it returns the fallback.
 */
export type Flags = {
  /**
   * The value of a boolean flag, or the fallback.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-web'
   *
   * const flags = openFlags({ url: 'https://flags.example.com', key: 'pk_…', context: { userId: 'ada' } })
   * document.body.classList.toggle('dark', flags.boolean('dark-mode', false))
   * ```
   */
  boolean(key: FlagKey<boolean>, fallback: boolean, options?: ReadOptions): boolean

  /**
   * The value of a string flag, or the fallback.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-web'
   *
   * const flags = openFlags({ url: 'https://flags.example.com', key: 'pk_…' })
   * const colour: string = flags.string('button-colour', 'blue')
   * ```
   */
  string(key: FlagKey<string>, fallback: string, options?: ReadOptions): string

  /**
   * The value of a number flag, or the fallback.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-web'
   *
   * const flags = openFlags({ url: 'https://flags.example.com', key: 'pk_…' })
   * const perPage: number = flags.number('results-per-page', 20)
   * ```
   */
  number(key: FlagKey<number>, fallback: number, options?: ReadOptions): number

  /**
   * The value of a json flag, or the fallback: an object or an array, frozen, and the same object until it changes.
   * `check` validates it; a value that fails it is replaced by the fallback.
   *
   * @example With a schema of Zod, Valibot, ArkType or any other library that follows Standard Schema.
   * ```ts
   * import { openFlags } from '@bunting/sdk-web'
   * import { z } from 'zod'
   *
   * const theme = z.object({ accent: z.string(), radius: z.number().default(4) })
   *
   * const flags = openFlags({ url: 'https://flags.example.com', key: 'pk_…' })
   * const { accent, radius } = flags.json('theme', { accent: 'blue', radius: 4 }, theme)
   * console.log(accent, radius)
   * ```
   *
   * @example With a function, or without a check.
   * ```ts
   * import { openFlags } from '@bunting/sdk-web'
   *
   * const areNames = (value: unknown): value is string[] =>
   *   Array.isArray(value) && value.every((name) => typeof name === 'string')
   *
   * const flags = openFlags({ url: 'https://flags.example.com', key: 'pk_…' })
   * const tabs: string[] = flags.json('tabs', ['home'], areNames)
   * const theme = flags.json<{ accent: string }>('theme', { accent: 'blue' })
   * console.log(tabs.join(), theme.accent)
   * ```
   */
  json<Value extends object>(key: string, fallback: NoInfer<Value>, check: Check<Value>, options?: ReadOptions): Value
  json<Value extends object>(
    key: FlagKey<Value>,
    fallback: Value,
    check?: (value: unknown) => boolean,
    options?: ReadOptions,
  ): Value

  /**
   * The value of a boolean flag or the fallback, with the reason.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-web'
   *
   * const flags = openFlags({ url: 'https://flags.example.com', key: 'pk_…' })
   * const { value, reason, error } = flags.booleanDetails('dark-mode', false)
   * console.log(value, reason, error)
   * ```
   */
  booleanDetails(key: FlagKey<boolean>, fallback: boolean, options?: ReadOptions): Details<boolean>

  /**
   * The value of a string flag or the fallback, with the reason.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-web'
   *
   * const flags = openFlags({ url: 'https://flags.example.com', key: 'pk_…' })
   * const { value, variant } = flags.stringDetails('button-colour', 'blue')
   * console.log(value, variant)
   * ```
   */
  stringDetails(key: FlagKey<string>, fallback: string, options?: ReadOptions): Details<string>

  /**
   * The value of a number flag or the fallback, with the reason.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-web'
   *
   * const flags = openFlags({ url: 'https://flags.example.com', key: 'pk_…' })
   * const { value, ruleId } = flags.numberDetails('results-per-page', 20)
   * console.log(value, ruleId)
   * ```
   */
  numberDetails(key: FlagKey<number>, fallback: number, options?: ReadOptions): Details<number>

  /**
   * The value of a json flag or the fallback, with the reason. `check` is that of `json`.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-web'
   *
   * const flags = openFlags({ url: 'https://flags.example.com', key: 'pk_…' })
   * const { value, variant, error } = flags.jsonDetails('theme', { accent: 'blue' })
   * console.log(value.accent, variant, error)
   * ```
   */
  jsonDetails<Value extends object>(
    key: string,
    fallback: NoInfer<Value>,
    check: Check<Value>,
    options?: ReadOptions,
  ): Details<Value>
  jsonDetails<Value extends object>(
    key: FlagKey<Value>,
    fallback: Value,
    check?: (value: unknown) => boolean,
    options?: ReadOptions,
  ): Details<Value>

  /**
   * A flag's answer of any type, the same object until it changes; undefined where there is none. It does not count as
   * an evaluation, so UI frameworks may read it at every render.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-web'
   *
   * const flags = openFlags({ url: 'https://flags.example.com', key: 'pk_…' })
   * console.log(flags.peek('dark-mode')?.value)
   * ```
   */
  peek(key: string): Details | undefined

  /**
   * All answers that are in memory, by key. They do not count as evaluations.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-web'
   *
   * const flags = openFlags({ url: 'https://flags.example.com', key: 'pk_…', flags: ['dark-mode', 'button-colour'] })
   * await flags.ready()
   * console.table(flags.all())
   * ```
   */
  all(): Record<string, Details>

  /**
   * Tells that something happened, for metrics and experiments. It never throws and never waits: events are sent with the
   * telemetry, also when the page is left. Without `telemetry` nothing is sent, and an `error` event says so once.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-web'
   *
   * const telemetry = { url: 'https://bunting.example.com' }
   * const flags = openFlags({ url: 'https://flags.example.com', key: 'pk_…', telemetry })
   * flags.track('purchase', { value: 49.9 })
   * ```
   */
  track(name: string, details?: TrackDetails): void

  /** The context that the flags are evaluated for. */
  readonly context: EvaluationContext

  /**
   * Changes the context. The old answers stay until all new ones have arrived. Of several changes the last one wins,
   * and an equal context sends no request. Resolves to true once the answers are for this context, and to false where a
   * later change replaced it or Bunting could not be reached.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-web'
   *
   * const flags = openFlags({ url: 'https://flags.example.com', key: 'pk_…', context: { anonymousId: 'visitor-7' } })
   * await flags.setContext({ userId: 'ada', attributes: { plan: 'pro' } })
   * ```
   */
  setContext(context: EvaluationContext): Promise<boolean>

  /** The id of the flags' environment; undefined until Bunting has answered. */
  readonly environmentId: string | undefined

  /**
   * The revision of the environment that these answers are from; it is a new one after every change. Undefined if it is
   * not known.
   */
  readonly revision: string | undefined

  /** Whether there are answers, and whether they are current. */
  readonly status: FlagsStatus

  /**
   * The error because of which there are no flags, or none that are current; undefined if all is well. `KEY_REFUSED`
   * needs another key.
   */
  readonly error: FlagsError | undefined

  /**
   * Waits for the first answers, from Bunting, the storage or `initial`. Resolves to false where there are none after
   * `timeoutMs` (default 10 s), where the key is refused, or after `close`. It never rejects.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-web'
   *
   * const flags = openFlags({ url: 'https://flags.example.com', key: 'pk_…', flags: ['dark-mode'] })
   * if (!(await flags.ready(500))) console.warn('starting with fallbacks')
   * ```
   */
  ready(timeoutMs?: number): Promise<boolean>

  /**
   * Adds a listener; the returned function removes it.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-web'
   *
   * const flags = openFlags({ url: 'https://flags.example.com', key: 'pk_…' })
   * const stop = flags.on('changed', ({ keys }) => console.log('changed:', keys.join(', ')))
   * stop()
   * ```
   */
  on<Name extends keyof FlagsEvents>(name: Name, listener: (event: FlagsEvents[Name]) => void): () => void

  /**
   * Sends the evaluations that were counted since the last report.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-web'
   *
   * const telemetry = { url: 'https://bunting.example.com' }
   * const flags = openFlags({ url: 'https://flags.example.com', key: 'pk_…', telemetry })
   * await flags.flush()
   * ```
   */
  flush(): Promise<void>

  /**
   * Closes the connection and sends the remaining telemetry. Evaluations go on with the last flags.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-web'
   *
   * const flags = openFlags({ url: 'https://flags.example.com', key: 'pk_…' })
   * await flags.close()
   * ```
   */
  close(): Promise<void>
}
