import { type Counted, type Details, type FlagValue, frozen, type Reason } from '@bunting/sdk-core'
import { sameJson } from './same-json.ts'

/** A flag's result, as Delivery answers it. */
export type Result = {
  value: FlagValue | null
  reason: Reason
  ruleId?: string
  variant?: string
  prerequisite?: string
}

/** Tells whether a stored or received value is a record of results. */
export const areResults = (value: unknown): value is Record<string, Result> =>
  isObject(value) && Object.values(value).every(isResult)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isResult = (result: unknown): boolean =>
  isObject(result) && typeof result.reason === 'string' && result.value !== undefined

/** The answer for a key; without details if there is no such flag. */
export type Answer = {
  readonly details: Details | undefined
  readonly counted: Counted
  /** Counts evaluations that failed. */
  readonly failed: Counted
}

export type Answers = ReadonlyMap<string, Answer>

const answerOf = (flagKey: string, result: Result, before: Answer | undefined): Answer => {
  const { reason, ruleId, variant, prerequisite } = result
  const known = before?.details?.value
  // Keep the same object while the value is equal, even if the reason changed.
  const value = known !== undefined && sameJson(known, result.value) ? known : frozen(result.value)
  const counted: Counted = { flagKey, flagId: undefined, value, reason, ruleId, variant, count: 0 }
  const failed: Counted = { ...counted, value: null, reason: 'ERROR', ruleId: undefined, variant: undefined }
  if (value === null) return { details: undefined, counted, failed }
  const details = { value, reason, ...given({ ruleId, variant, prerequisite }) }
  return { details: Object.freeze(details), counted, failed }
}

type Named = { ruleId: string; variant: string; prerequisite: string }

const given = (names: { [Name in keyof Named]: string | undefined }): Partial<Named> =>
  Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined))

const same = (one: Answer | undefined, other: Answer): boolean =>
  sameJson(one?.details, other.details) && one?.counted.reason === other.counted.reason

/** Merges new results in; unchanged answers stay the same objects. */
export const merge = (before: Answers, results: Readonly<Record<string, Result>>) => {
  const after = new Map(before)
  const keys: string[] = []
  for (const [key, result] of Object.entries(results)) {
    const known = before.get(key)
    const answer = answerOf(key, result, known)
    if (same(known, answer)) continue
    after.set(key, answer)
    keys.push(key)
  }
  return { after, keys }
}
