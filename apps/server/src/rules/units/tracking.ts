import type { EnvironmentId, ExperimentId, Metric } from '@bunting/contract'
import type { DoorExperiment } from './door.ts'

/** The fields of a metric that determine a unit's value from its events. */
export type Measure = Pick<
  Metric,
  'key' | 'kind' | 'event' | 'denominatorEvent' | 'after' | 'window' | 'cap' | 'adjust' | 'source'
>

/** An experiment with the fields that counting its units needs; its rule is as it was at the start. */
export type TrackedExperiment = DoorExperiment & {
  id: ExperimentId
  source: Metric['source']
  startedMs: number
  /** Units that are first exposed after this do not count. */
  stoppedMs: number | null
  /** The metrics as they were at the start. The order never changes: added ones come last. */
  metrics: readonly Measure[]
}

/** The events of an environment that are kept, and its experiments that run or whose units still wait. */
export type Tracking = {
  environmentId: EnvironmentId
  /** The event names of the project's metrics. */
  events: readonly string[]
  experiments: readonly TrackedExperiment[]
}

export const eventsOf = ({ metrics }: Pick<TrackedExperiment, 'metrics'>): string[] => [
  ...new Set(
    metrics.flatMap(({ event, denominatorEvent }) => (denominatorEvent === null ? [event] : [event, denominatorEvent])),
  ),
]
