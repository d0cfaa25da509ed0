import {
  type AnyCheck,
  type Counted,
  checkedDetails,
  type Details,
  type EvaluationContext,
  type EvaluationError,
  type FlagType,
  fallbackDetails,
  type ReadOptions,
} from '@bunting/sdk-core'
import { allOf } from './all-of.ts'
import type { CompiledFlag } from './compiled-flag.ts'
import type { Flags } from './flags.ts'
import { openUnknownFlags } from './unknown-flags.ts'

type Answers = Pick<
  Flags,
  | ('boolean' | 'string' | 'number' | 'json')
  | ('booleanDetails' | 'stringDetails' | 'numberDetails' | 'jsonDetails')
  | 'all'
>

/** Hears of every evaluation, and of those that somebody sees. */
type Telling = { count(counted: Counted): void; expose(key: string, context: EvaluationContext): void }

const silent: Telling = { count: () => undefined, expose: () => undefined }

const nobody: EvaluationContext = Object.freeze({})

/** The evaluation methods of `Flags`, answered from `current`. JavaScript callers may pass anything. */
export const answersFrom = (
  current: () => ReadonlyMap<string, CompiledFlag> | undefined,
  { count, expose }: Telling = silent,
): Answers => {
  const unknown = openUnknownFlags()

  const resolve = (
    type: FlagType,
    key: string,
    context: EvaluationContext,
    check: AnyCheck | undefined,
    options: ReadOptions | undefined,
  ): Details | EvaluationError => {
    const flags = current()
    if (flags === undefined) return 'NOT_READY'
    const flag = flags.get(key)
    if (flag === undefined) {
      count(unknown.of(key))
      return 'FLAG_NOT_FOUND'
    }
    if (flag.broken) {
      count(flag.failed)
      return 'GENERAL'
    }
    try {
      const { details, counted } = flag.evaluate(context ?? nobody)
      const found = typeof details.value === type ? checkedDetails(details, check) : undefined
      count(found ? counted : flag.failed)
      if (found && options?.exposure !== false) expose(key, context ?? nobody)
      return found ?? 'TYPE_MISMATCH'
    } catch {
      // A context can have getters that throw.
      count(flag.failed)
      return 'GENERAL'
    }
  }

  const detailsOf = <Value>(found: Details | EvaluationError, fallback: Value): Details<Value> =>
    typeof found === 'string' ? fallbackDetails(found, fallback) : (found as Details<Value>)

  const detailsFor =
    <Value>(type: FlagType) =>
    (key: string, context: EvaluationContext, fallback: Value, options?: ReadOptions): Details<Value> =>
      detailsOf(resolve(type, key, context, undefined, options), fallback)

  const valueFor =
    <Value>(type: FlagType) =>
    (key: string, context: EvaluationContext, fallback: Value, options?: ReadOptions): Value => {
      const found = resolve(type, key, context, undefined, options)
      return typeof found === 'string' ? fallback : (found.value as Value)
    }

  const jsonDetails = <Value>(
    key: string,
    context: EvaluationContext,
    fallback: Value,
    check?: AnyCheck,
    options?: ReadOptions,
  ): Details<Value> => detailsOf(resolve('object', key, context, check, options), fallback)

  return {
    boolean: valueFor('boolean'),
    string: valueFor('string'),
    number: valueFor('number'),
    json: ((...asked: Parameters<typeof jsonDetails>) => jsonDetails(...asked).value) as Flags['json'],
    booleanDetails: detailsFor('boolean'),
    stringDetails: detailsFor('string'),
    numberDetails: detailsFor('number'),
    jsonDetails: jsonDetails as Flags['jsonDetails'],
    all: (context, only) => allOf(current() ?? new Map(), context ?? nobody, only?.clientSafe === true),
  }
}
