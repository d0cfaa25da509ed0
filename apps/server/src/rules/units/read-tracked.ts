import { eventNamePattern, limits } from '@bunting/contract'
import { type EvaluationContext, readIsoInstant } from '@bunting/engine'

const oldestMs = 30 * 24 * 60 * 60 * 1_000
const aheadMs = 10 * 60 * 1_000

/** The server's time, and by how much the caller's clock is behind it. */
export type TrackClock = { nowMs: number; offsetMs: number }

type At = { atMs: number }
export type ReadEvent = At & { name: string; context: EvaluationContext; value: number | null; id: string | undefined }
export type ReadExposure = At &
  ({ token: string } | { flagKey: string; ruleId: string; variant: string; context: EvaluationContext })

/** Returns the event, or a message that says what is wrong with it. */
export const readEvent = (item: unknown, clock: TrackClock): ReadEvent | string => {
  if (!isObject(item)) return 'must be an object'
  const { name, context, value = null, id } = item
  const problem =
    nameProblem(name) ??
    valueProblem(value) ??
    (id === undefined ? undefined : textProblem('id', id, limits.trackedId)) ??
    contextProblem(context)
  if (problem !== undefined) return problem
  const atMs = readAt(item.at, clock)
  return typeof atMs === 'string' ? atMs : ({ name, context, value, id, atMs } as ReadEvent)
}

/** Returns the exposure, or a message that says what is wrong with it. */
export const readExposure = (item: unknown, clock: TrackClock): ReadExposure | string => {
  if (!isObject(item)) return 'must be an object'
  const { flagKey, ruleId, variant, context, token } = item
  const atMs = readAt(item.at, clock)
  if (typeof atMs === 'string') return atMs
  if (token !== undefined) return typeof token === 'string' ? { token, atMs } : 'token must be string'
  const problem =
    textProblem('flagKey', flagKey, limits.eventText) ??
    textProblem('ruleId', ruleId, limits.eventText) ??
    textProblem('variant', variant, limits.eventText) ??
    contextProblem(context)
  return problem ?? ({ flagKey, ruleId, variant, context, atMs } as ReadExposure)
}

/**
 * By how much the caller's clock is behind ours. A small difference is taken for the time that the batch was on its way: if
 * it were added, an event could be put before the exposure that a slower batch brought.
 */
export const clockOffset = (sentAt: unknown, nowMs: number): number => {
  const offsetMs = nowMs - (toMs(sentAt) ?? nowMs)
  return Math.abs(offsetMs) > maxDelayMs ? offsetMs : 0
}
const maxDelayMs = 10_000

export const unitProblem = (unit: string | undefined, attribute: string): string | undefined => {
  if (unit === undefined) {
    return attribute === ''
      ? 'context must have a userId or an anonymousId'
      : `context must have the attribute ${attribute}, which the experiment splits by`
  }
  if (unit.length <= limits.unit) return undefined
  return `${attribute || 'userId or anonymousId'} must have at most ${limits.unit} characters`
}

const nameProblem = (name: unknown): string | undefined => {
  if (typeof name !== 'string') return `name ${name === undefined ? 'is required' : 'must be string'}`
  return eventNamePattern.test(name) ? undefined : `name must match ${eventNamePattern.source}`
}

const valueProblem = (value: unknown): string | undefined => {
  if (value === null) return undefined
  if (typeof value !== 'number') return 'value must be a number'
  return Math.abs(value) <= limits.trackedValue ? undefined : 'value must be from -10^12 to 10^12'
}

const contextProblem = (context: unknown): string | undefined => {
  if (!isObject(context)) return `context ${context === undefined ? 'is required' : 'must be an object'}`
  for (const field of ['userId', 'anonymousId']) {
    const id = context[field]
    if (id !== undefined && id !== null && typeof id !== 'string') return `${field} must be string`
  }
  const { attributes } = context
  if (attributes === undefined || attributes === null || isObject(attributes)) return undefined
  return 'attributes must be an object'
}

const textProblem = (field: string, value: unknown, max: number): string | undefined => {
  if (typeof value !== 'string') return `${field} ${value === undefined ? 'is required' : 'must be string'}`
  return value.length >= 1 && value.length <= max ? undefined : `${field} must have 1 to ${max} characters`
}

const readAt = (at: unknown, { nowMs, offsetMs }: TrackClock): number | string => {
  if (at === undefined || at === null) return nowMs
  const readMs = toMs(at)
  if (readMs === undefined) return 'at must be an ISO 8601 time or epoch milliseconds'
  const atMs = readMs + offsetMs
  if (atMs < nowMs - oldestMs) return 'at must not be over 30 days old'
  return atMs > nowMs + aheadMs ? 'at must not be over 10 minutes ahead' : atMs
}

/** The largest time that a `Date` can hold. */
const maxMs = 8.64e15

const toMs = (at: unknown): number | undefined => {
  if (typeof at === 'number') return Math.abs(at) <= maxMs ? Math.floor(at) : undefined
  return typeof at === 'string' && at.includes('T') ? readIsoInstant(at) : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
