import type { Check, Details, EvaluationContext, FlagsError, FlagsStatus } from '@bunting/sdk-core'

/** What a `Flags` tells its listeners. */
export type FlagsEvents = {
  /** There are flags to answer with: for the first time, or current again after `stale`. */
  ready: { readonly revision: number }
  /** These flags were added, changed or taken away, or need a segment or a flag that was. */
  changed: { readonly keys: readonly string[] }
  /** Bunting cannot be reached; answers come from the flags of before. */
  stale: { readonly revision: number }
  /** Something went wrong that the SDK goes on without. */
  error: { readonly error: FlagsError }
}

/**
 * Flags, evaluated in this process. A question is answered at once, from memory, and never throws: whatever is wrong,
 * the fallback comes back.
 */
export type Flags = {
  /**
   * What a boolean flag says, or the fallback.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-server'
   *
   * const flags = openFlags({ url: 'http://127.0.0.1:4001', key: 'sk_…' })
   * if (flags.boolean('new-checkout', { userId: 'ada' }, false)) console.log('the new checkout')
   * ```
   */
  boolean(key: string, context: EvaluationContext, fallback: boolean): boolean

  /**
   * What a string flag says, or the fallback.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-server'
   *
   * const flags = openFlags({ url: 'http://127.0.0.1:4001', key: 'sk_…' })
   * const colour: string = flags.string('button-colour', { attributes: { country: 'NL' } }, 'blue')
   * ```
   */
  string(key: string, context: EvaluationContext, fallback: string): string

  /**
   * What a number flag says, or the fallback.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-server'
   *
   * const flags = openFlags({ url: 'http://127.0.0.1:4001', key: 'sk_…' })
   * const perPage: number = flags.number('results-per-page', { userId: 'ada' }, 20)
   * ```
   */
  number(key: string, context: EvaluationContext, fallback: number): number

  /**
   * What a json flag says, or the fallback: an object or an array, frozen. `check` says whether it is what it is taken
   * for; where it is not, the fallback comes back.
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
  ): Value
  json<Value extends object>(
    key: string,
    context: EvaluationContext,
    fallback: Value,
    check?: (value: unknown) => boolean,
  ): Value

  /**
   * What a boolean flag says, and why.
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
  booleanDetails(key: string, context: EvaluationContext, fallback: boolean): Details<boolean>

  /**
   * What a string flag says, and why.
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
  stringDetails(key: string, context: EvaluationContext, fallback: string): Details<string>

  /**
   * What a number flag says, and why.
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
  numberDetails(key: string, context: EvaluationContext, fallback: number): Details<number>

  /**
   * What a json flag says, and why. `check` is as that of `json`.
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
  ): Details<Value>
  jsonDetails<Value extends object>(
    key: string,
    context: EvaluationContext,
    fallback: Value,
    check?: (value: unknown) => boolean,
  ): Details<Value>

  /**
   * Every flag's answer, by key; with `clientSafe` only those that a browser may know, to start the web SDK or React
   * with. These do not count as evaluations.
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

  /** The id of the environment that the flags are of; undefined until there are any. */
  readonly environmentId: string | undefined

  /** Whether there are flags, and whether they are current. */
  readonly status: FlagsStatus

  /** Why they are not current, or not there; undefined where nothing is wrong. `KEY_REFUSED` needs another key. */
  readonly error: FlagsError | undefined

  /**
   * Waits for flags to answer with, from wherever they come first: Bunting, the cache or `bootstrap`. False where there
   * are none after `timeoutMs` (10 s unless told), when the key is refused, or after `close`. It never fails: answers
   * are fallbacks until flags arrive.
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
   * Listens until what it returns is called.
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
   * Tells Bunting of evaluations that it was not told of yet, as a function that may be frozen after its answer needs it.
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
   * Ends the connection and sends what telemetry is left. Flags go on answering as they are.
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
