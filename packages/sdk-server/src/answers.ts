import {
  type Counted,
  type Details,
  type EvaluationContext,
  type EvaluationError,
  type FlagType,
  type FlagValue,
  fallbackDetails,
} from '@bunting/sdk-core'
import type { CompiledFlags, Outcome } from './compiled-flags.ts'
import type { Flags } from './flags.ts'
import { openUnknownFlags } from './unknown-flags.ts'

type Answers = Pick<
  Flags,
  'boolean' | 'string' | 'number' | 'booleanDetails' | 'stringDetails' | 'numberDetails' | 'all'
>

const nobody: EvaluationContext = Object.freeze({})

/** The questions that can be asked, answered from `current`. Callers may pass anything: types are not there at run time. */
export const answersFrom = (
  current: () => CompiledFlags | undefined,
  count: (counted: Counted) => void = () => undefined,
): Answers => {
  const unknown = openUnknownFlags()

  const resolve = (type: FlagType, key: string, context: EvaluationContext): Outcome | EvaluationError => {
    const flags = current()
    if (flags === undefined) return 'NOT_READY'
    const flag = flags.get(key)
    if (flag === undefined) {
      count(unknown.of(key))
      return 'FLAG_NOT_FOUND'
    }
    if (flag.evaluate === undefined) {
      count(flag.failed)
      return 'GENERAL'
    }
    try {
      const outcome = flag.evaluate(context ?? nobody)
      const isWanted = typeof outcome.details.value === type
      count(isWanted ? outcome.counted : flag.failed)
      return isWanted ? outcome : 'TYPE_MISMATCH'
    } catch {
      // A context can have getters that throw.
      count(flag.failed)
      return 'GENERAL'
    }
  }

  const valueFor =
    <Value extends FlagValue>(type: FlagType) =>
    (key: string, context: EvaluationContext, fallback: Value): Value => {
      const outcome = resolve(type, key, context)
      return typeof outcome === 'string' ? fallback : (outcome.details.value as Value)
    }

  const detailsFor =
    <Value extends FlagValue>(type: FlagType) =>
    (key: string, context: EvaluationContext, fallback: Value): Details<Value> => {
      const outcome = resolve(type, key, context)
      return typeof outcome === 'string' ? fallbackDetails(outcome, fallback) : (outcome.details as Details<Value>)
    }

  return {
    boolean: valueFor('boolean'),
    string: valueFor('string'),
    number: valueFor('number'),
    booleanDetails: detailsFor('boolean'),
    stringDetails: detailsFor('string'),
    numberDetails: detailsFor('number'),
    all: (context, only) => {
      try {
        const chosen = [...(current() ?? [])].flatMap(([key, { flag, evaluate }]) =>
          evaluate && (!only?.clientSafe || flag.clientSafe) ? [[key, evaluate(context ?? nobody).details]] : [],
        )
        return Object.fromEntries(chosen)
      } catch {
        return {}
      }
    },
  }
}
