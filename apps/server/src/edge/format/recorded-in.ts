import { idPrefixes, limits, reasons } from '@bunting/contract'
import { isId, isObject, parseJson } from '../../base/json.ts'
import type { RecordedBatch, RecordedCount } from '../edge.ts'

const maxCounts = 1_000
const maxEvaluations = 1_000_000_000
const oldestMs = 30 * 24 * 60 * 60 * 1_000
const aheadMs = 10 * 60 * 1_000

/** Parses a batch from an entry of the list, without its invalid counts. Returns the problem if it is invalid as a whole. */
export const recordedIn = (text: string, nowMs: number): { batch: RecordedBatch; skipped: number } | string => {
  const entry = parseJson(text)
  if (!isObject(entry) || !Array.isArray(entry.counts)) return 'it is not a batch of evaluations'
  const { id, atMs, counts } = entry
  if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id)) return 'its id is not an id'
  if (!Number.isSafeInteger(atMs)) return 'its time is not a time'
  if ((atMs as number) < nowMs - oldestMs || (atMs as number) > nowMs + aheadMs) {
    return 'its time is over 30 days old or over 10 minutes ahead: are the clocks right?'
  }
  const good = counts.slice(0, maxCounts).filter(isCount)
  return { batch: { id, atMs: atMs as number, counts: good }, skipped: counts.length - good.length }
}

const isCount = (count: unknown): count is RecordedCount =>
  isObject(count) &&
  isId(count.environmentId, idPrefixes.environment) &&
  isText(count.flagKey, limits.eventText) &&
  count.flagKey !== '' &&
  isText(count.flagId, limits.eventText) &&
  isText(count.ruleId, limits.eventText) &&
  isText(count.value, limits.configText) &&
  (reasons as readonly unknown[]).includes(count.reason) &&
  Number.isSafeInteger(count.count) &&
  (count.count as number) >= 1 &&
  (count.count as number) <= maxEvaluations

/** Tells whether a value is a text that both databases can store. */
const isText = (value: unknown, max: number): boolean =>
  typeof value === 'string' && value.length <= max && !value.includes('\0') && value.isWellFormed()
