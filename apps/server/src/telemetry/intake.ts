import type { DayBudget } from '../rules/usage/day-budget.ts'
import type { EventBatch, EventLog, LoggedEvent } from '../store/tables/event-log.ts'
import { bytesOf } from './bytes-of.ts'
import type { DayBytes, SizeOf } from './day-bytes.ts'
import type { DayValues } from './day-values.ts'
import { type Folded, foldEvents } from './fold-events.ts'
import type { KnownFlags } from './known-flags.ts'
import type { LiveCounts } from './live-counts.ts'
import { evaluationsFolded } from './measure.ts'
import type { SeenSdks } from './seen-sdks.ts'

/** Decides which events are kept: callers may invent anything. */
export type Intake = {
  full: DayBytes['full']
  /** Merges and stores events, with the same result as the event log's `append`. */
  append(batch: EventBatch, from: DayBudget['from']): Promise<string | undefined>
}

type IntakeParts = {
  eventLog: Pick<EventLog, 'append'>
  knownFlags: KnownFlags
  dayValues: DayValues
  dayBytes: Pick<DayBytes, 'full' | 'spend'>
  liveCounts: Pick<LiveCounts, 'add'>
  seenSdks: Pick<SeenSdks, 'add'>
}

export const openIntake = ({
  eventLog,
  knownFlags,
  dayValues,
  dayBytes,
  liveCounts,
  seenSdks,
}: IntakeParts): Intake => ({
  full: dayBytes.full,
  append: async ({ events, once }, from) => {
    const folded = await foldEvents(events, { knownFlags, dayValues })
    const takeBack = dayBytes.spend(folded.events.map(sizeOf), from)
    try {
      const before = await eventLog.append({ events: folded.events, once })
      if (before !== undefined) {
        takeBack()
        return before
      }
      countFolded(folded)
      liveCounts.add(folded.events)
      // Client keys are public: anybody may send anything by one.
      if (from !== 'client') seenSdks.add(folded.events)
      return undefined
    } catch (error) {
      takeBack()
      throw error
    }
  },
})

const sizeOf = (event: LoggedEvent): SizeOf => ({ environmentId: event.environmentId, bytes: bytesOf(event) })

const countFolded = (folded: Folded): void => {
  evaluationsFolded.inc({ reason: 'unknown_flag' }, folded.unknownFlag)
  evaluationsFolded.inc({ reason: 'too_many_values' }, folded.otherValues)
}
