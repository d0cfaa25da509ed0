import type { EnvironmentId, ExperimentId } from '@bunting/contract'
import type { Moments } from '@bunting/statistics'
import type { FoldedMoments } from '../../rules/units/fold-units.ts'
import type { Measure } from '../../rules/units/tracking.ts'
import type { UnitBatch } from '../../rules/units/unit-batch.ts'

/** How many units of an experiment got a variant, by its place in the distribution. */
type ExposedUnits = { variant: number; count: number }

export type HealthCount = {
  kind: 'mismatched' | 'late' | 'ignored' | 'identity'
  sdkType: string
  sdkVersion: string
  count: number
}

/** All that is kept of an experiment besides its units. */
export type LoggedExperiment = {
  exposed: ExposedUnits[]
  days: FoldedMoments[]
  health: HealthCount[]
}

export type SeenName = { name: string; lastDay: number; lastSeenMs: number }

/** How often a name came on a day, which is a number of days since 1970. */
export type SeenCount = { name: string; day: number; count: number }

/** Units of an environment as a metric sees them, and over how many days they came. */
export type LoggedPopulation = { moments: Moments; days: number; events: number; lateEvents: number }
export type SplitPopulation = { units: number; halves: [Moments, Moments][] }

/** What units did, and which variants they got. Beside the event log, and kept as that is. */
export type UnitLog = {
  /** Comes back when it is on disk; with the answer of the batch that was taken before under the same key. */
  append(batch: UnitBatch): Promise<string | undefined>
  /**
   * Counts units whose time has come by then, at most some thousands; answers how many there were. Each is counted once,
   * by whichever process, whatever dies.
   */
  fold(experimentId: ExperimentId, metrics: readonly Measure[], nowMs: number): Promise<number>
  /** When the next unit that waits will have matured; undefined where nobody waits. */
  nextMaturesMs(experimentId: ExperimentId, metrics: readonly Measure[]): Promise<number | undefined>
  read(experimentId: ExperimentId): Promise<LoggedExperiment | undefined>
  /** The units of the last 14 days; undefined where there are none. */
  readPopulation(environmentId: EnvironmentId, metric: Measure, nowMs: number): Promise<LoggedPopulation | undefined>
  splitPopulation(
    environmentId: EnvironmentId,
    metric: Measure,
    splits: number,
    nowMs: number,
  ): Promise<SplitPopulation | undefined>
  listSeen(environmentId: EnvironmentId, nowMs: number, limit: number): Promise<SeenName[]>
  /** How often each of the names came, day by day, from a day on; days without any are left out. */
  countSeen(environmentId: EnvironmentId, names: readonly string[], from: string): Promise<SeenCount[]>
  /** What units of the environment are kept by, other than the user. */
  listAttributes(environmentId: EnvironmentId): Promise<string[]>
  forget(environmentId: EnvironmentId, units: readonly bigint[]): Promise<{ events: number; exposures: number }>
  /** Takes out units of an experiment that were first exposed after a time, and that nothing was counted of yet. */
  removeExposedAfter(experimentId: ExperimentId, afterMs: number): Promise<void>
  /** Removes the units of an experiment; its days stay. */
  removeUnits(experimentId: ExperimentId): Promise<void>
  /** Drops whole days of events, and names that were not seen for as long. */
  dropBefore(day: string): Promise<void>
}
