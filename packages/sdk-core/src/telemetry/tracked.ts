import type { EvaluationContext } from '../types.ts'
import type { Batch } from './sender.ts'

/** Optional details of an event. */
export type TrackDetails = {
  /** The value that sums add up; 1 if it is missing. */
  value?: number
}

/** An exposure to a variant, by its parts or by the token that came with the answer. */
export type TrackedExposure =
  | { flagKey: string; ruleId: string; variant: string; context: EvaluationContext }
  | { token: string }

export type TrackedOptions = { sdkType: 'server' | 'client'; sdkVersion: string; maxBytes: number }

/** The service's limit of items in a batch. */
const maxItems = 1_000
/** The most items that are kept while nothing can be sent; further ones are dropped. */
const maxWaiting = 10_000
/** The most units that are remembered as sent. Beyond it some are sent again, which changes nothing. */
const maxExposed = 50_000

/** Events and exposures that wait to be sent. */
export const openTracked = ({ sdkType, sdkVersion, maxBytes }: TrackedOptions) => {
  const events: string[] = []
  const exposures: string[] = []
  const exposed = new Set<string>()
  const sdk = JSON.stringify({ type: sdkType, version: sdkVersion })

  const add = (list: string[], item: object): void => {
    if (events.length + exposures.length >= maxWaiting) return
    try {
      list.push(JSON.stringify(item))
    } catch {
      // A context can hold anything, and what is not JSON cannot be sent.
    }
  }

  const take = (list: string[], left: { bytes: number; items: number }): string[] => {
    let count = 0
    for (const text of list) {
      const bytes = utf8.encode(text).length + 1
      if (left.items === 0 || bytes > left.bytes) break
      left.bytes -= bytes
      left.items--
      count++
    }
    // An item larger than a whole request could never be sent.
    if (count === 0 && left.items === maxItems) list.shift()
    return list.splice(0, count)
  }

  return {
    track: (name: string, context: EvaluationContext, details?: TrackDetails): void =>
      add(events, { name, context, value: details?.value, at: Date.now(), id: crypto.randomUUID() }),
    /** `unit` identifies the exposure: it is sent once. */
    expose: (unit: string, exposure: TrackedExposure): void => {
      if (exposed.has(unit)) return
      if (exposed.size >= maxExposed) exposed.clear()
      exposed.add(unit)
      add(exposures, { ...exposure, at: Date.now() })
    },
    waiting: (): number => events.length + exposures.length,
    next: (nowMs: number): Batch | undefined => {
      const left = { bytes: maxBytes - 200, items: maxItems }
      const taken = { exposures: take(exposures, left), events: take(events, left) }
      const items = taken.events.length + taken.exposures.length
      if (items === 0) return undefined
      const lists = `"exposures":[${taken.exposures.join()}],"events":[${taken.events.join()}]`
      // The clock is read at each attempt: the service compares it with its own, and corrects the times of items.
      const body = (sentAt: number): string => `{"sentAt":${sentAt},"sdk":${sdk},${lists}}`
      return { idempotencyKey: crypto.randomUUID(), madeAtMs: nowMs, items, body }
    },
  }
}

const utf8 = new TextEncoder()
