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
import type { TrackingRests } from './units/known-trackings.ts'
import { type OpenUnits, openUnits, type UnitsDeps } from './units/open-units.ts'

/** The intervals at which counts are written to the database, and unknown flags are looked up again. */
export type TelemetryRests = Partial<TrackingRests> & {
  countsMs: number
  /** The time by which an instance may lag behind others' counts; if it is killed, the counts of that time are lost. */
  bytesMs: number
  /** The interval between looks for unknown flags, which callers can invent. */
  flagsMs: number
}

const usualRests: TelemetryRests = { countsMs: 1_000, bytesMs: 5_000, flagsMs: 200 }

export type TelemetrySettings = {
  retentionDays: number
  /** The most bytes of events that an environment may be sent in a day. */
  bytesPerDay: number
  /** The most different values of a flag that the figures of a day name. */
  valuesPerDay: number
  /** Overrides for some of the intervals. */
  rests?: Partial<TelemetryRests>
}

export type OpenTelemetry = Telemetry & {
  /** Stores the evaluations that Delivery counted. */
  takeRecorded(batch: RecordedBatch): Promise<void>
  /** Runs it once, now. False if another instance is running it. */
  runNightly(): Promise<boolean>
  /** Runs it at the start, and every night. Returns a function that stops it. */
  startNightly(): () => Promise<void>
  /** What units did, and which variants they got. */
  units: OpenUnits
  /** Does not close the event log, which the caller opened. */
  close(): Promise<void>
}

/** The figures of a day name the most frequent values, so more values are accepted than are named in the end. */
const letInPerNamed = 10

type TelemetryDeps = {
  store: Store
  eventLog: EventLog
  log: Logger
  nowMs: () => number
} & Pick<UnitsDeps, 'edge' | 'subjects'>

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
  const units = openUnits({ ...deps, unitLog: deps.eventLog.units, dayBytes, rests })
  const nightly: NightlyDeps = { ...deps, knownFlags, valuesPerDay, retentionDays }
  return {
    record: recordEvents({ store, intake }),
    aggregate: (day, environmentId) => aggregateDay(nightly, day, environmentId),
    takeRecorded: takeRecorded(intake),
    runNightly: () => runNightly(nightly),
    startNightly: () => startNightly(nightly),
    live: liveCounts.read,
    units,
    close: async () => {
      await dayBytes.close()
      await liveCounts.close()
      await seenSdks.close()
    },
  }
}
