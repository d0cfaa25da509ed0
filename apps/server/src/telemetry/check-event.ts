import { type EvaluationEvent, type EventsAnswer, limits, reasons, sdkTypes } from '@bunting/contract'
import { countedAs } from '../rules/configs/counted-value.ts'
import type { LoggedEvent } from '../store/tables/event-log.ts'

const oldestMs = 30 * 24 * 60 * 60 * 1_000
const aheadMs = 10 * 60 * 1_000
const isoTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i

/** The organization and the limits of a sender, and the time of arrival. */
export type Sender = {
  orgId: string
  /** The environments that the sender may report evaluations for. */
  environments: ReadonlySet<string>
  /** The environments that accept no more today, each with the reason. */
  full: ReadonlyMap<string, string>
  nowMs: number
}

/** `refused` counts evaluations of valid events that were over the limit. */
export type Checked = { events: LoggedEvent[]; rejected: EventsAnswer['rejected']; refused: number }

/** Checks each event separately, so that a bad one affects no other. Written by hand, because it runs for every event. */
export const checkEvents = (sent: readonly unknown[], sender: Sender): Checked => {
  const events: LoggedEvent[] = []
  const rejected: EventsAnswer['rejected'] = []
  let refused = 0
  for (let index = 0; index < sent.length; index++) {
    const checked = checkEvent(sent[index], sender)
    const problem = typeof checked === 'string' ? checked : sender.full.get(checked.environmentId)
    if (problem !== undefined) rejected.push({ index, message: problem })
    if (typeof checked === 'string') continue
    if (problem === undefined) events.push(checked)
    else refused += checked.count
  }
  return { events, rejected, refused }
}

/** The event as it is logged, or a description of what is wrong with it. */
const checkEvent = (sent: unknown, sender: Sender): LoggedEvent | string => {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return 'must be an object'
  const event = sent as Partial<Record<keyof EvaluationEvent, unknown>>
  const { flagKey, flagId = null, environmentId, orgId, value, reason, ruleId = null, sdkType, sdkVersion } = event
  const { count = 1, variant = null } = event
  const problem =
    textProblem('flagKey', flagKey, limits.eventText) ??
    (flagKey === '' ? 'flagKey must not be empty' : undefined) ??
    (flagId === null ? undefined : textProblem('flagId', flagId, limits.eventText)) ??
    (ruleId === null ? undefined : textProblem('ruleId', ruleId, limits.eventText)) ??
    (variant === null ? undefined : textProblem('variant', variant, limits.eventText)) ??
    textProblem('sdkVersion', sdkVersion, limits.eventText) ??
    oneOfProblem('reason', reason, reasons) ??
    oneOfProblem('sdkType', sdkType, sdkTypes) ??
    valueProblem(value) ??
    countProblem(count) ??
    placeProblem(environmentId, orgId, sender)
  if (problem !== undefined) return problem
  const evaluatedMs = toMs(event.evaluatedAt)
  if (evaluatedMs === undefined) return 'evaluatedAt must be an ISO 8601 time or epoch milliseconds'
  if (evaluatedMs < sender.nowMs - oldestMs) return 'evaluatedAt must not be over 30 days old'
  if (evaluatedMs > sender.nowMs + aheadMs) return 'evaluatedAt must not be over 10 minutes ahead'
  return {
    environmentId: environmentId as string,
    flagKey: flagKey as string,
    flagId: (flagId ?? '') as string,
    value: countedAs(value, variant as string | null),
    reason: reason as LoggedEvent['reason'],
    ruleId: (ruleId ?? '') as string,
    sdkType: sdkType as string,
    sdkVersion: sdkVersion as string,
    evaluatedMs,
    count: count as number,
  }
}

const textProblem = (field: string, value: unknown, max: number): string | undefined => {
  if (typeof value !== 'string') return `${field} ${value === undefined ? 'is required' : 'must be string'}`
  if (value.length > max) return `${field} must have at most ${max} characters`
  if (value.includes('\0')) return `${field} must not contain a null byte`
  return value.isWellFormed() ? undefined : `${field} must not contain half of a surrogate pair`
}

const oneOfProblem = (field: string, value: unknown, choices: readonly string[]): string | undefined => {
  if (choices.includes(value as string)) return undefined
  return value === undefined ? `${field} is required` : `${field} must be one of ${choices.join(', ')}`
}

/** Numbers in JSON are always finite. */
const valueProblem = (value: unknown): string | undefined => {
  if (typeof value === 'string') return textProblem('value', value, limits.configText)
  if (typeof value === 'boolean' || typeof value === 'number' || value === null) return undefined
  return value === undefined ? 'value is required' : documentProblem(value)
}

/** Checks the value of a `json` flag. */
const documentProblem = (value: unknown): string | undefined =>
  JSON.stringify(value).length > limits.jsonBytes ? 'value must have at most 64 KiB as JSON' : undefined

const countProblem = (count: unknown): string | undefined =>
  Number.isInteger(count) && (count as number) >= 1 && (count as number) <= limits.eventCount
    ? undefined
    : `count must be a whole number from 1 to ${limits.eventCount}`

const placeProblem = (environmentId: unknown, orgId: unknown, sender: Sender): string | undefined => {
  if (orgId !== undefined && orgId !== sender.orgId) return 'orgId must be the organization of the key'
  if (sender.environments.has(environmentId as string)) return undefined
  return environmentId === undefined
    ? 'environmentId is required'
    : 'environmentId must be an environment that the key may tell of'
}

const toMs = (at: unknown): number | undefined => {
  if (typeof at === 'number') return Number.isFinite(at) ? Math.floor(at) : undefined
  if (typeof at !== 'string' || !isoTime.test(at)) return undefined
  const ms = Date.parse(at)
  return Number.isNaN(ms) ? undefined : ms
}
