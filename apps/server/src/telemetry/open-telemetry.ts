import type { Logger } from '../base/log.ts'
import type { RecordedBatch } from '../edge/edge.ts'
import type { Telemetry } from '../http/ports/telemetry.ts'
import type { Store } from '../store/store.ts'
import type { EventLog } from '../store/tables/event-log.ts'
import { aggregateDay } from './aggregate-day.ts'
import { openDayBytes } from './day-bytes.ts'
import { openDayValues } from './day-values.ts'
import { openIntake } from './intake.ts'
import { openKnownFlags } from './known-flags.ts'
import { openLiveCounts } from './live-counts.ts'
import { type NightlyDeps, runNightly, startNightly } from './nightly.ts'
import { recordEvents } from './record-events.ts'
import { openSeenSdks } from './seen-sdks.ts'
import { takeRecorded } from './take-recorded.ts'

/** How long it is until the database is told again what was counted, and asked again for flags that are not known. */
export type TelemetryRests = {
  countsMs: number
  /** So much an instance does not know of the others, and so much is not counted when one is killed. */
  bytesMs: number
  /** The interval between looks for unknown flags, which callers can invent. */
  flagsMs: number
}

const usualRests: TelemetryRests = { countsMs: 1_000, bytesMs: 5_000, flagsMs: 200 }

export type TelemetrySettings = {
  retentionDays: number
  /** Of events that an environment may be sent in a day. */
  bytesPerDay: number
  /** Different values of a flag that a day names. */
  valuesPerDay: number
  /** Where they are not as long as usual. */
  rests?: Partial<TelemetryRests>
}

export type OpenTelemetry = Telemetry & {
  /** Takes what Delivery counted. */
  takeRecorded(batch: RecordedBatch): Promise<void>
  /** Once, now. False where another instance is at it. */
  runNightly(): Promise<boolean>
  /** At the start, and every night. Returns what stops it. */
  startNightly(): () => Promise<void>
  /** Does not close the event log, which the caller opened. */
  close(): Promise<void>
}

/** A day's figures name the most frequent of what is let in, so more is let in than is named. */
const letInPerNamed = 10

type TelemetryDeps = { store: Store; eventLog: EventLog; log: Logger; nowMs: () => number }

export const openTelemetry = (
  deps: TelemetryDeps,
  { retentionDays, bytesPerDay, valuesPerDay, rests }: TelemetrySettings,
): OpenTelemetry => {
  const { store, nowMs } = deps
  const { countsMs, bytesMs, flagsMs } = { ...usualRests, ...rests }
  const knownFlags = openKnownFlags(store, flagsMs)
  const dayBytes = openDayBytes({ ...deps, maxBytes: bytesPerDay, restMs: bytesMs })
  const dayValues = openDayValues(valuesPerDay * letInPerNamed, nowMs)
  const liveCounts = openLiveCounts({ ...deps, restMs: countsMs })
  const seenSdks = openSeenSdks({ ...deps, restMs: countsMs })
  const intake = openIntake({ ...deps, knownFlags, dayBytes, dayValues, liveCounts, seenSdks })
  const nightly: NightlyDeps = { ...deps, knownFlags, valuesPerDay, retentionDays }
  return {
    record: recordEvents({ store, intake }),
    aggregate: (day, environmentId) => aggregateDay(nightly, day, environmentId),
    takeRecorded: takeRecorded(intake),
    runNightly: () => runNightly(nightly),
    startNightly: () => startNightly(nightly),
    live: liveCounts.read,
    close: async () => {
      await dayBytes.close()
      await liveCounts.close()
      await seenSdks.close()
    },
  }
}
