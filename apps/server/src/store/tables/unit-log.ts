import type { EnvironmentId, ExperimentId } from '@bunting/contract'
import type { Moments } from '@bunting/statistics'
import type { FoldedMoments } from '../../rules/units/fold-units.ts'
import type { Measure } from '../../rules/units/tracking.ts'
import type { UnitBatch } from '../../rules/units/unit-batch.ts'

/** The number of units that got a variant, which is an index in the distribution. */
type ExposedUnits = { variant: number; count: number }

export type HealthCount = {
  kind: 'mismatched' | 'late' | 'ignored' | 'identity'
  sdkType: string
  sdkVersion: string
  count: number
}

/** The figures of an experiment, without its units. */
export type LoggedExperiment = {
  exposed: ExposedUnits[]
  days: FoldedMoments[]
  health: HealthCount[]
}

export type SeenName = { name: string; lastDay: number; lastSeenMs: number }

/** How often a name came on a day, which is a number of days since 1970. */
export type SeenCount = { name: string; day: number; count: number }

/** The units of an environment as a metric measures them, and the number of days over which they came. */
export type LoggedPopulation = { moments: Moments; days: number; events: number; lateEvents: number }
export type SplitPopulation = { units: number; halves: [Moments, Moments][] }

/** The log of units: their events and exposures. It is stored with the event log. */
export type UnitLog = {
  /** Resolves when the batch is on disk. Returns the earlier answer if a batch with the same key was stored before. */
  append(batch: UnitBatch): Promise<string | undefined>
  /**
   * Counts at most some thousands of units that have matured by then, and returns their number. Each unit is counted
   * exactly once, even with several processes, and if one of them dies.
   */
  fold(experimentId: ExperimentId, metrics: readonly Measure[], nowMs: number): Promise<number>
  /** The time at which the next waiting unit matures; undefined if none waits. */
  nextMaturesMs(experimentId: ExperimentId, metrics: readonly Measure[]): Promise<number | undefined>
  read(experimentId: ExperimentId): Promise<LoggedExperiment | undefined>
  /** The units of the last 14 days; undefined if there are none. */
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
  /** The attributes under which events of the environment are stored. */
  listAttributes(environmentId: EnvironmentId): Promise<string[]>
  forget(environmentId: EnvironmentId, units: readonly bigint[]): Promise<{ events: number; exposures: number }>
  /** Removes units of an experiment that were first exposed after a time and that no metric has counted. */
  removeExposedAfter(experimentId: ExperimentId, afterMs: number): Promise<void>
  /** Removes the units of an experiment; its days stay. */
  removeUnits(experimentId: ExperimentId): Promise<void>
  /** Drops the events of days before this one, and names that were not seen since. */
  dropBefore(day: string): Promise<void>
}
