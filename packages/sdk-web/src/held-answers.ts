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
  type ReadOptions,
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
  /** Hears of the token of a flag that was read. */
  expose: (token: string) => void
}

/** Holds the current answers, and tells listeners of changes. */
export const holdAnswers = ({ onWanted, count, expose }: Needs) => {
  const emitter = openEmitter<FlagsEvents>((thrown, name) => {
    if (name !== 'error') fail(new FlagsError('LISTENER', `A listener of "${name}" threw.`, thrown))
  })
  const fail = (error: FlagsError): void => emitter.emit('error', { error })
  let answers: Answers = new Map()
  let tokens: Readonly<Record<string, string>> = {}
  /** Flags that were read before their exposure tokens came, with the answers that were read. */
  let readEarly = new Map<string, Details>()
  let isTold = false
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

  const note = (key: string, details: Details): void => {
    if (!isTold) readEarly.set(key, details)
    else if (Object.hasOwn(tokens, key)) expose(tokens[key] as string)
  }

  const resolve = (
    type: FlagType,
    key: string,
    check: AnyCheck | undefined,
    options: ReadOptions | undefined,
  ): Details | EvaluationError => {
    const answer = find(key)
    if (!answer) return 'NOT_READY'
    const { details, counted, failed } = answer
    if (!details) {
      count(counted)
      return counted.reason === 'ERROR' ? 'GENERAL' : 'FLAG_NOT_FOUND'
    }
    const found = typeof details.value === type ? checkedDetails(details, check) : undefined
    count(found ? counted : failed)
    if (found && options?.exposure !== false) note(key, details)
    return found ?? 'TYPE_MISMATCH'
  }

  const detailsOf = <Value>(found: Details | EvaluationError, fallback: Value): Details<Value> =>
    typeof found === 'string' ? fallbackDetails(found, fallback) : (found as Details<Value>)
  const detailsFor =
    <Value>(type: FlagType) =>
    (key: string, fallback: Value, options?: ReadOptions): Details<Value> =>
      detailsOf(resolve(type, key, undefined, options), fallback)
  const valueFor =
    <Value>(type: FlagType) =>
    (key: string, fallback: Value, options?: ReadOptions): Value =>
      detailsFor<Value>(type)(key, fallback, options).value
  const jsonDetails = <Value>(key: string, fallback: Value, check?: AnyCheck, options?: ReadOptions): Details<Value> =>
    detailsOf(resolve('object', key, check, options), fallback)

  const questions: Questions = {
    boolean: valueFor('boolean'),
    string: valueFor('string'),
    number: valueFor('number'),
    json: ((...asked: Parameters<typeof jsonDetails>) => jsonDetails(...asked).value) as Flags['json'],
    booleanDetails: detailsFor('boolean'),
    stringDetails: detailsFor('string'),
    numberDetails: detailsFor('number'),
    jsonDetails: jsonDetails as Flags['jsonDetails'],
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
    take: (results: Readonly<Record<string, Result>>, exposing?: Readonly<Record<string, string>>): void => {
      const { after, keys } = merge(answers, results)
      answers = after
      if (exposing) {
        tokens = exposing
        isTold = true
        // What is another now will be read again.
        for (const [key, details] of readEarly) if (answers.get(key)?.details === details) note(key, details)
        readEarly = new Map()
      }
      isAnswered = true
      status.current()
      if (keys.length > 0) emitter.emit('changed', { keys })
    },
  }
}
