import type { EnvironmentId, ExperimentId, Metric, SeenEvent, TrackAnswer } from '@bunting/contract'
import type { Data, Moments } from '@bunting/statistics'
import type { EventsCaller } from './telemetry.ts'

/** How many units a variant has. Matured are those of the primary metric whose window is over. */
export type UnitCounts = { exposed: number; matured: number; waiting: number }

export type Health = {
  mismatched: { sdkType: string; sdkVersion: string; count: number }[]
  late: number
  ignored: number
  identity: number
}

/** All that the results of an experiment are made of. Of one that has ended it is final when nobody waits. */
export type Figures = Pick<Data, 'moments' | 'kept' | 'before'> & {
  units: Record<string, UnitCounts>
  health: Health
  /** Nothing is kept of it, not even that it exists: nobody was exposed yet, or it was lost. */
  isUnheardOf?: true
}

/** Of one metric, what the units of a day came to; `date` is the UTC day of their first exposure. */
export type DayFigures = { date: string; moments: Record<string, Moments> }

/** The units of an environment's last 14 days, as a metric sees them without any split. */
export type Population = { moments: Moments; unitsPerDay: number; lateShare: number | null }

/** A definition that is measured by: its own, or the one that an experiment took at its start. */
export type Measured = Pick<
  Metric,
  'key' | 'kind' | 'event' | 'denominatorEvent' | 'direction' | 'after' | 'window' | 'cap' | 'adjust' | 'source'
>

/** How often each name came on a day, by arrival. */
export type SeenDay = { date: string; counts: ReadonlyMap<string, number> }

export type TrackRequest = {
  sentAt?: string | number | undefined
  sdk?: { type: string; version: string } | undefined
  events: readonly unknown[]
  exposures: readonly unknown[]
  /** Of the request, to tell bots and browsers that do not want to be tracked. */
  userAgent?: string | undefined
  isOptedOut: boolean
}

/** What units did, and which variant they got. Their ids are hashed as they come in, and are nowhere at rest. */
export type Units = {
  /** Writes down the good items of a batch. Comes back when they are on disk. */
  track(
    caller: EventsCaller,
    sent: TrackRequest,
    idempotencyKey: string | undefined,
    nowMs: number,
  ): Promise<TrackAnswer>
  readFigures(id: ExperimentId): Promise<Figures>
  readDays(id: ExperimentId, metricKey: string): Promise<DayFigures[]>
  /** Undefined where the environment has no units. */
  readPopulation(environmentId: EnvironmentId, metric: Measured): Promise<Population | undefined>
  /** The population in two halves, by as many seeds: the moments of both, split by split. */
  splitPopulation(
    environmentId: EnvironmentId,
    metric: Measured,
    splits: number,
  ): Promise<{ units: number; halves: [Moments, Moments][] } | undefined>
  listSeenEvents(environmentId: EnvironmentId): Promise<Omit<SeenEvent, 'metrics'>[]>
  /** How often events of these names came on each of the last 14 days, oldest first, today among them. */
  countSeenDays(environmentId: EnvironmentId, names: readonly string[]): Promise<SeenDay[]>
  forget(
    environmentId: EnvironmentId,
    unit: string,
    attribute: string | undefined,
  ): Promise<{ events: number; exposures: number }>
}
