import type { EnvironmentId, ExperimentId, Metric } from '@bunting/contract'
import type { DoorExperiment } from './door.ts'

/** What of a metric decides which events count for a unit, and what it is worth. */
export type Measure = Pick<
  Metric,
  'key' | 'kind' | 'event' | 'denominatorEvent' | 'after' | 'window' | 'cap' | 'adjust' | 'source'
>

/** An experiment as far as the units in it are concerned; its rule as it was at the start. */
export type TrackedExperiment = DoorExperiment & {
  id: ExperimentId
  source: Metric['source']
  startedMs: number
  /** Units that are exposed later do not count. */
  stoppedMs: number | null
  /** As they were at the start. The order never changes: those that are added come last. */
  metrics: readonly Measure[]
}

/** Of an environment, which events are kept, and which experiments run or have units that wait. */
export type Tracking = {
  environmentId: EnvironmentId
  /** That a metric of the project names. */
  events: readonly string[]
  experiments: readonly TrackedExperiment[]
}

export const eventsOf = ({ metrics }: Pick<TrackedExperiment, 'metrics'>): string[] => [
  ...new Set(
    metrics.flatMap(({ event, denominatorEvent }) => (denominatorEvent === null ? [event] : [event, denominatorEvent])),
  ),
]
