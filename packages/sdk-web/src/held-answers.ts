import {
  type AnyCheck,
  type Counted,
  checkedDetails,
  type Details,
  type EvaluationError,
  FlagsError,
  type FlagType,
  fallbackDetails,
  openEmitter,
  openStatus,
} from '@bunting/sdk-core'
import { type Answer, type Answers, merge, type Result } from './answers.ts'
import type { Flags, FlagsEvents } from './flags.ts'

type Questions = Pick<
  Flags,
  | ('boolean' | 'string' | 'number' | 'json')
  | ('booleanDetails' | 'stringDetails' | 'numberDetails' | 'jsonDetails')
  | ('peek' | 'all')
>

type Needs = {
  /** Called for a flag that was not asked for before. */
  onWanted: (key: string) => void
  count: (counted: Counted) => void
}

/** Holds the current answers, and tells listeners of changes. */
export const holdAnswers = ({ onWanted, count }: Needs) => {
  const emitter = openEmitter<FlagsEvents>((thrown, name) => {
    if (name !== 'error') fail(new FlagsError('LISTENER', `A listener of "${name}" threw.`, thrown))
  })
  const fail = (error: FlagsError): void => emitter.emit('error', { error })
  let answers: Answers = new Map()
  let isAnswered = false
  const status = openStatus(() => isAnswered, {
    ready: () => emitter.emit('ready', {}),
    stale: () => emitter.emit('stale', {}),
    error: fail,
  })

  const find = (key: string): Answer | undefined => {
    const answer = answers.get(key)
    if (!answer) onWanted(key)
    return answer
  }

  const resolve = (type: FlagType, key: string, check: AnyCheck | undefined): Details | EvaluationError => {
    const answer = find(key)
    if (!answer) return 'NOT_READY'
    const { details, counted, failed } = answer
    if (!details) {
      count(counted)
      return counted.reason === 'ERROR' ? 'GENERAL' : 'FLAG_NOT_FOUND'
    }
    const found = typeof details.value === type ? checkedDetails(details, check) : undefined
    count(found ? counted : failed)
    return found ?? 'TYPE_MISMATCH'
  }

  const detailsFor =
    <Value>(type: FlagType) =>
    (key: string, fallback: Value, check?: AnyCheck): Details<Value> => {
      const found = resolve(type, key, check)
      return typeof found === 'string' ? fallbackDetails(found, fallback) : (found as Details<Value>)
    }
  const valueFor =
    <Value>(type: FlagType) =>
    (key: string, fallback: Value, check?: AnyCheck): Value =>
      detailsFor<Value>(type)(key, fallback, check).value

  const questions: Questions = {
    boolean: valueFor('boolean'),
    string: valueFor('string'),
    number: valueFor('number'),
    json: valueFor('object') as Flags['json'],
    booleanDetails: detailsFor('boolean'),
    stringDetails: detailsFor('string'),
    numberDetails: detailsFor('number'),
    jsonDetails: detailsFor('object') as Flags['jsonDetails'],
    peek: (key) => find(key)?.details,
    all: () => Object.fromEntries([...answers].flatMap(([key, { details }]) => (details ? [[key, details]] : []))),
  }

  return {
    questions,
    on: emitter.on,
    fail,
    status,
    answers: () => answers,
    /** Replaces all answers at once: no caller sees new and old ones mixed. */
    take: (results: Readonly<Record<string, Result>>): void => {
      const { after, keys } = merge(answers, results)
      answers = after
      isAnswered = true
      status.current()
      if (keys.length > 0) emitter.emit('changed', { keys })
    },
  }
}
