import { countedValue } from './counted-value.ts'
import type { Batch } from './sender.ts'
import type { Counted } from './tally.ts'

export type BatchOptions = {
  environmentId: string
  sdkType: 'server' | 'client'
  sdkVersion: string
  nowMs: number
  maxBytes: number
}

/** The service's limits: events in a request, evaluations in an event and in a request. */
const maxEvents = 1_000
const maxCounts = {
  server: { inEvent: 1_000_000, inRequest: Number.POSITIVE_INFINITY },
  client: { inEvent: 10_000, inRequest: 100_000 },
}

/** Takes from `waiting` as much as fits into one request. */
export const takeBatch = (waiting: Counted[], options: BatchOptions): Batch | undefined => {
  const { inEvent, inRequest } = maxCounts[options.sdkType]
  const events: string[] = []
  let evaluations = 0
  let left = options.maxBytes - 20
  while (waiting.length > 0 && events.length < maxEvents && evaluations < inRequest) {
    const counted = waiting[0] as Counted
    const count = Math.min(counted.count, inEvent, inRequest - evaluations)
    const text = eventText(counted, count, options)
    const bytes = bytesOf(text)
    const isTooLong = bytes > left
    if (isTooLong && events.length > 0) break
    // An event larger than a whole request could never be sent.
    counted.count = isTooLong ? 0 : counted.count - count
    if (counted.count === 0) waiting.shift()
    if (isTooLong) continue
    events.push(text)
    evaluations += count
    left -= bytes
  }
  if (events.length === 0) return undefined
  const body = `{"events":[${events.join(',')}]}`
  return { idempotencyKey: crypto.randomUUID(), madeAtMs: options.nowMs, items: evaluations, body: () => body }
}

const eventText = (counted: Counted, count: number, options: BatchOptions): string => {
  const { flagKey, flagId, reason, ruleId } = counted
  const { environmentId, sdkType, sdkVersion, nowMs } = options
  const sdk = { sdkType, sdkVersion, evaluatedAt: new Date(nowMs).toISOString() }
  return JSON.stringify({ flagKey, flagId, environmentId, ...countedValue(counted), reason, ruleId, ...sdk, count })
}

const utf8 = new TextEncoder()

/** The bytes of a text, including the comma that follows it. */
const bytesOf = (text: string): number => utf8.encode(text).length + 1
