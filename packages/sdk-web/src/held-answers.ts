import {
  type Counted,
  type Details,
  type EvaluationError,
  FlagsError,
  type FlagType,
  type FlagValue,
  fallbackDetails,
  openEmitter,
  openStatus,
} from '@bunting/sdk-core'
import { type Answer, type Answers, merge, type Result } from './answers.ts'
import type { Flags, FlagsEvents } from './flags.ts'

type Questions = Pick<
  Flags,
  'boolean' | 'string' | 'number' | 'booleanDetails' | 'stringDetails' | 'numberDetails' | 'peek' | 'all'
>

type Needs = {
  /** A flag that nobody asked for until now. */
  onWanted: (key: string) => void
  count: (counted: Counted) => void
}

/** The answers as they are now, and who is told when they change. */
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

  const resolve = (type: FlagType, key: string): Details | EvaluationError => {
    const answer = find(key)
    if (!answer) return 'NOT_READY'
    const isWanted = typeof answer.details?.value === type
    count(isWanted || !answer.details ? answer.counted : answer.failed)
    if (!answer.details) return answer.counted.reason === 'ERROR' ? 'GENERAL' : 'FLAG_NOT_FOUND'
    return isWanted ? answer.details : 'TYPE_MISMATCH'
  }

  const detailsFor =
    <Value extends FlagValue>(type: FlagType) =>
    (key: string, fallback: Value): Details<Value> => {
      const found = resolve(type, key)
      return typeof found === 'string' ? fallbackDetails(found, fallback) : (found as Details<Value>)
    }
  const valueFor =
    <Value extends FlagValue>(type: FlagType) =>
    (key: string, fallback: Value): Value =>
      detailsFor<Value>(type)(key, fallback).value

  const questions: Questions = {
    boolean: valueFor('boolean'),
    string: valueFor('string'),
    number: valueFor('number'),
    booleanDetails: detailsFor('boolean'),
    stringDetails: detailsFor('string'),
    numberDetails: detailsFor('number'),
    peek: (key) => find(key)?.details,
    all: () => Object.fromEntries([...answers].flatMap(([key, { details }]) => (details ? [[key, details]] : []))),
  }

  return {
    questions,
    on: emitter.on,
    fail,
    status,
    answers: () => answers,
    /** All at once: nobody sees some of the new answers beside some of the old. */
    take: (results: Readonly<Record<string, Result>>): void => {
      const { after, keys } = merge(answers, results)
      answers = after
      isAnswered = true
      status.current()
      if (keys.length > 0) emitter.emit('changed', { keys })
    },
  }
}
