import type { Counted, Details, FlagValue, Reason } from '@bunting/sdk-core'
import { sameJson } from './same-json.ts'

/** What Delivery says of a flag. */
export type Result = { value: FlagValue | null; reason: Reason; ruleId?: string; variant?: string }

/** Whether something that was kept, or came over the network, are answers of flags. */
export const areResults = (value: unknown): value is Record<string, Result> =>
  isObject(value) && Object.values(value).every(isResult)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isResult = (result: unknown): boolean =>
  isObject(result) && typeof result.reason === 'string' && result.value !== undefined

/** What is known of a flag; without details where there is none for this key. */
export type Answer = {
  readonly details: Details | undefined
  readonly counted: Counted
  /** Counts evaluations that failed. */
  readonly failed: Counted
}

export type Answers = ReadonlyMap<string, Answer>

const unreadable: Result = { value: null, reason: 'ERROR' }

const answerOf = (flagKey: string, result: Result): Answer => {
  // A newer service may have flags of other types: these are an error, and the others are as they were.
  const { value, reason, ruleId, variant } = typeof result.value === 'object' && result.value ? unreadable : result
  const counted: Counted = { flagKey, flagId: undefined, value, reason, ruleId, count: 0 }
  const failed: Counted = { ...counted, value: null, reason: 'ERROR', ruleId: undefined }
  if (value === null) return { details: undefined, counted, failed }
  const named = { ...(ruleId === undefined ? {} : { ruleId }), ...(variant === undefined ? {} : { variant }) }
  return { details: Object.freeze({ value, reason, ...named }), counted, failed }
}

const same = (one: Answer | undefined, other: Answer): boolean =>
  sameJson(one?.details, other.details) && one?.counted.reason === other.counted.reason

/** The new answers; those that are as they were stay the same objects. */
export const merge = (before: Answers, results: Readonly<Record<string, Result>>) => {
  const after = new Map(before)
  const keys: string[] = []
  for (const [key, result] of Object.entries(results)) {
    const answer = answerOf(key, result)
    if (same(before.get(key), answer)) continue
    after.set(key, answer)
    keys.push(key)
  }
  return { after, keys }
}
