import type { Check, Details, EvaluationContext, FlagsError, FlagsStatus } from '@bunting/sdk-core'

/** What a `Flags` tells its listeners. */
export type FlagsEvents = {
  /** There are answers: for the first time, or current again after `stale`. */
  ready: Record<never, never>
  /** The answers of these flags are others than before, or came for the first time. */
  changed: { readonly keys: readonly string[] }
  /** Bunting cannot be reached; answers are those of before. */
  stale: Record<never, never>
  /** Something went wrong that the SDK goes on without. */
  error: { readonly error: FlagsError }
}

/**
 * Flags for whoever uses the page. Bunting evaluates them; here they are kept, so that a question is answered at once
 * and never throws: whatever is wrong, the fallback comes back.
 */
export type Flags = {
  /**
   * What a boolean flag says, or the fallback.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-web'
   *
   * const flags = openFlags({ url: 'https://flags.example.com', key: 'pk_…', context: { userId: 'ada' } })
   * document.body.classList.toggle('dark', flags.boolean('dark-mode', false))
   * ```
   */
  boolean(key: string, fallback: boolean): boolean

  /**
   * What a string flag says, or the fallback.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-web'
   *
   * const flags = openFlags({ url: 'https://flags.example.com', key: 'pk_…' })
   * const colour: string = flags.string('button-colour', 'blue')
   * ```
   */
  string(key: string, fallback: string): string

  /**
   * What a number flag says, or the fallback.
   *
   * @example
   * ```ts
   * import { openFlags } from '@bunting/sdk-web'
   *
   * const flags = openFlags({ url: 'https://flags.example.com', key: 'pk_…' })
   * const perPage: number = flags.number('results-per-page', 20)
   * ```
   */
  number(key: string, fallback: number): number

  /**
   * What a json flag says, or the fallback: an object or an array, frozen, and the same one until it changes. `check`
   * says whether it is what it is taken for; where it is not, the fallback comes back.
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
  json<Value extends object>(key: string, fallback: NoInfer<Value>, check: Check<Value>): Value
  json<Value extends object>(key: string, fallback: Value, check?: (value: unknown) => boolean): Value

  /**
   * What a boolean flag says, and why.
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
  booleanDetails(key: string, fallback: boolean): Details<boolean>

  /**
   * What a string flag says, and why.
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
  stringDetails(key: string, fallback: string): Details<string>

  /**
   * What a number flag says, and why.
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
  numberDetails(key: string, fallback: number): Details<number>

  /**
   * What a json flag says, and why. `check` is as that of `json`.
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
  jsonDetails<Value extends object>(key: string, fallback: NoInfer<Value>, check: Check<Value>): Details<Value>
  jsonDetails<Value extends object>(key: string, fallback: Value, check?: (value: unknown) => boolean): Details<Value>

  /**
   * A flag's answer of any type, the same object until it changes; undefined where there is none. It does not count as
   * an evaluation: for renderers, which look more often than they use what they see.
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
   * Every answer that is here, by key. These do not count as evaluations.
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

  /** Whom the flags are for. */
  readonly context: EvaluationContext

  /**
   * From now on the flags are for somebody else. Until the new answers are here, all at once, the old ones stay; of
   * several changes the last one wins; one to the same again asks nothing. True when the answers are of this context, false where they are not: another
   * change came after it, or Bunting could not be asked.
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

  /** The id of the environment that the flags are of; undefined until Bunting has answered. */
  readonly environmentId: string | undefined

  /** Of the environment's flags when these answers were given: another with every change. Undefined where it is not known. */
  readonly revision: string | undefined

  /** Whether there are answers, and whether they are current. */
  readonly status: FlagsStatus

  /** Why they are not current, or not there; undefined where nothing is wrong. `KEY_REFUSED` needs another key. */
  readonly error: FlagsError | undefined

  /**
   * Waits for the first answers, from wherever they come first: Bunting, the storage or `initial`. False where there are
   * none after `timeoutMs` (10 s unless told), when the key is refused, or after `close`. It never fails.
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
   * Listens until what it returns is called.
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
   * Tells Bunting of evaluations that it was not told of yet.
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
   * Ends the connection and sends what telemetry is left. Flags go on answering as they are.
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
