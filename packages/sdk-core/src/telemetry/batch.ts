import type { Counted } from './tally.ts'

export type Batch = {
  /** The same for every attempt, so that a batch whose answer was lost counts once. */
  idempotencyKey: string
  madeAtMs: number
  events: number
  body: string
}

export type BatchOptions = {
  environmentId: string
  sdkType: 'server' | 'client'
  sdkVersion: string
  nowMs: number
  maxBytes: number
}

/** As the service has it. */
const mostEvents = 1_000

/** Takes from `waiting` as much as fits into one request. */
export const takeBatch = (waiting: Counted[], options: BatchOptions): Batch | undefined => {
  const events: string[] = []
  let left = options.maxBytes - 20
  while (waiting.length > 0 && events.length < mostEvents) {
    const counted = waiting[0] as Counted
    const text = eventText(counted, options)
    const bytes = bytesOf(text)
    const fit = Math.min(counted.count, mostEvents - events.length, Math.floor(left / bytes))
    // One that is too long by itself would wait for ever.
    if (fit === 0 && events.length > 0) break
    for (let n = 0; n < fit; n++) events.push(text)
    left -= fit * bytes
    counted.count = fit === 0 ? 0 : counted.count - fit
    if (counted.count === 0) waiting.shift()
  }
  if (events.length === 0) return undefined
  const body = `{"events":[${events.join(',')}]}`
  return { idempotencyKey: crypto.randomUUID(), madeAtMs: options.nowMs, events: events.length, body }
}

const eventText = ({ flagKey, flagId, value, reason, ruleId }: Counted, options: BatchOptions): string => {
  const { environmentId, sdkType, sdkVersion, nowMs } = options
  const evaluatedAt = new Date(nowMs).toISOString()
  return JSON.stringify({ flagKey, flagId, environmentId, value, reason, ruleId, sdkType, sdkVersion, evaluatedAt })
}

const utf8 = new TextEncoder()

/** With the comma after it. */
const bytesOf = (text: string): number => utf8.encode(text).length + 1
