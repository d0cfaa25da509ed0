import { otherValues } from '@bunting/contract'
import { unknownFlag } from '../rules/configs/flag-keys.ts'
import { dayOf } from '../rules/usage/days.ts'
import type { LoggedEvent } from '../store/tables/event-log.ts'
import type { DayValues } from './day-values.ts'
import type { KnownFlags } from './known-flags.ts'

/** The events to store, and the numbers of evaluations that were merged. */
export type Folded = { events: LoggedEvent[]; unknownFlag: number; otherValues: number }

/**
 * Callers may invent flags and values. So the events of unknown flags in a batch are merged into one for each day and
 * environment, and values above a flag's limit for the day are only counted.
 */
export const foldEvents = async (
  events: readonly LoggedEvent[],
  { knownFlags, dayValues }: { knownFlags: KnownFlags; dayValues: DayValues },
): Promise<Folded> => {
  const known = new Map<string, ReadonlySet<string>>()
  for (const [environmentId, named] of keysByEnvironment(events)) {
    known.set(environmentId, await knownFlags.among(environmentId, named))
  }
  const folded: Folded = { events: [], unknownFlag: 0, otherValues: 0 }
  const unknown = new Map<string, LoggedEvent>()
  for (const event of events) {
    const { environmentId, flagKey, value, count, evaluatedMs } = event
    if (!known.get(environmentId)?.has(flagKey)) {
      folded.unknownFlag += count
      const place = `${environmentId} ${dayOf(evaluatedMs)}`
      const one = unknown.get(place)
      if (one) one.count += count
      else unknown.set(place, ofUnknown(event))
    } else if (dayValues.take(environmentId, flagKey, value)) folded.events.push(event)
    else {
      folded.otherValues += count
      folded.events.push({ ...event, value: otherValues })
    }
  }
  folded.events.push(...unknown.values())
  return folded
}

/** Keeps nothing that the caller can invent but the time and the count. */
const ofUnknown = (event: LoggedEvent): LoggedEvent => ({
  ...event,
  flagKey: unknownFlag,
  flagId: '',
  value: 'null',
  reason: 'FLAG_NOT_FOUND',
  ruleId: '',
  sdkVersion: '',
})

const keysByEnvironment = (events: readonly LoggedEvent[]): Map<string, Set<string>> => {
  const keys = new Map<string, Set<string>>()
  for (const { environmentId, flagKey } of events) {
    const named = keys.get(environmentId)
    if (named) named.add(flagKey)
    else keys.set(environmentId, new Set([flagKey]))
  }
  return keys
}
