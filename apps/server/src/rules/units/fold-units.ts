import { addUnit, type Moments, noMoments } from '@bunting/statistics'
import { dayOf } from '../usage/days.ts'
import type { Measure } from './tracking.ts'

const dayMs = 24 * 60 * 60 * 1_000
/** The number of days before its exposure that a unit's value is adjusted by (CUPED). */
export const daysBefore = 14

export type DueUnit = { variant: number; firstMs: number }
export type FoldedEvent = { name: string; atMs: number; id: number; value: number | null; isClient: boolean }

/** The moments of one metric, variant and day of first exposure. */
export type FoldedMoments = { metric: string; variant: number; day: string; moments: Moments }

/** Adds up units, each with all of its events. */
export const openFold = (metrics: readonly Measure[]) => {
  const groups = new Map<string, FoldedMoments>()
  return {
    add: ({ variant, firstMs }: DueUnit, events: readonly FoldedEvent[]): void => {
      const day = dayOf(firstMs)
      const distinct = withoutRepeats(events)
      for (const metric of metrics) {
        const name = `${metric.key} ${variant} ${day}`
        const group = groups.get(name) ?? { metric: metric.key, variant, day, moments: noMoments }
        const { y, x } = worthOf(metric, firstMs, distinct)
        group.moments = addUnit(group.moments, y, x)
        groups.set(name, group)
      }
    },
    result: (): FoldedMoments[] => [...groups.values()],
  }
}

/** An event that was sent again with the time of another day is stored in both days. The earlier one counts. */
const withoutRepeats = (events: readonly FoldedEvent[]): readonly FoldedEvent[] => {
  if (events.length < 2) return events
  const first = new Map<string, FoldedEvent>()
  for (const event of events) {
    const key = `${event.id} ${event.name}`
    const before = first.get(key)
    if (!before || event.atMs < before.atMs) first.set(key, event)
  }
  return first.size === events.length ? events : [...first.values()]
}

/** The unit's value: `y` after its exposure; `x` before it, or the denominator of a ratio. */
export const worthOf = (metric: Measure, firstMs: number, events: readonly FoldedEvent[]): { y: number; x: number } => {
  const fromMs = firstMs + metric.after * 1_000
  const toMs = fromMs + metric.window * 1_000
  const y = worthBetween(metric, metric.event, events, fromMs, toMs)
  if (metric.kind === 'ratio') {
    return { y, x: worthBetween(metric, metric.denominatorEvent as string, events, fromMs, toMs) }
  }
  if (!metric.adjust) return { y, x: 0 }
  const startMs = Math.floor(firstMs / dayMs) * dayMs
  return { y, x: worthBetween(metric, metric.event, events, startMs - daysBefore * dayMs, startMs) }
}

/** The value of the unit's events of one name, from a time up to another. */
const worthBetween = (
  { kind, cap, source }: Measure,
  name: string,
  events: readonly FoldedEvent[],
  fromMs: number,
  toMs: number,
): number => {
  let worth = 0
  for (const event of events) {
    if (event.name !== name || event.atMs < fromMs || event.atMs >= toMs) continue
    if (source === 'server' && event.isClient) continue
    if (kind === 'conversion') return 1
    worth += kind === 'count' ? 1 : (event.value ?? 1)
  }
  return cap === null ? worth : Math.min(cap, worth)
}
