import type { EnvironmentId, ExperimentId, Metric, SeenEvent, TrackAnswer } from '@bunting/contract'
import type { Data, Moments } from '@bunting/statistics'
import type { EventsCaller } from './telemetry.ts'

/** The number of units of a variant. Matured ones were counted by the primary metric; the others still wait. */
export type UnitCounts = { exposed: number; matured: number; waiting: number }

export type Health = {
  mismatched: { sdkType: string; sdkVersion: string; count: number }[]
  late: number
  ignored: number
  identity: number
}

/** The input of an experiment's results. After the end it is final once no unit waits. */
export type Figures = Pick<Data, 'moments' | 'kept' | 'before'> & {
  units: Record<string, UnitCounts>
  health: Health
  /** The unit log does not know the experiment: nobody was exposed yet, or the log was lost. */
  isUnheardOf?: true
}

/** The moments of one metric for the units of a day; `date` is the UTC day of their first exposure. */
export type DayFigures = { date: string; moments: Record<string, Moments> }

/** The units of an environment's last 14 days, as a metric sees them without any split. */
export type Population = { moments: Moments; unitsPerDay: number; lateShare: number | null }

/** The definition of a metric: the current one, or the one that an experiment copied at its start. */
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
  /** From the request, to recognize bots. */
  userAgent?: string | undefined
  isOptedOut: boolean
}

/** Events and exposures of units. Their ids are hashed on arrival, and never stored. */
export type Units = {
  /** Stores the valid items of a batch. Resolves when they are on disk. */
  track(
    caller: EventsCaller,
    sent: TrackRequest,
    idempotencyKey: string | undefined,
    nowMs: number,
  ): Promise<TrackAnswer>
  readFigures(id: ExperimentId): Promise<Figures>
  readDays(id: ExperimentId, metricKey: string): Promise<DayFigures[]>
  /** Returns undefined if the environment has no units. */
  readPopulation(environmentId: EnvironmentId, metric: Measured): Promise<Population | undefined>
  /** Splits the population into two halves as many times, by different seeds, and returns the moments of both. */
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
