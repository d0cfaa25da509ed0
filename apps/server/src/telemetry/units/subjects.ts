import type { EnvironmentId, ExperimentId } from '@bunting/contract'
import type { Design } from '@bunting/statistics'
import type { TrackedExperiment, Tracking } from '../../rules/units/tracking.ts'

/** An experiment, with all that its results are read by. */
export type Subject = TrackedExperiment & {
  environmentId: EnvironmentId
  /** What was settled at its start; metrics that were added are among its secondary ones. */
  design: Design
  plannedEndMs: number | null
}

/**
 * What units are tracked for, as the main database has it. Nobody tells of a change: what is asked for every batch is kept
 * for a second, and asked again at once where a batch names something that is not known.
 */
export type Subjects = {
  /** Experiments that run, or were stopped and may have units that wait; and events of metrics that are not archived. */
  readTracking(environmentId: EnvironmentId): Promise<Tracking>
  /** One that was started, whatever became of it. */
  find(experimentId: ExperimentId): Promise<Subject | undefined>
}

/** Of a service without experiments. */
export const noSubjects: Subjects = {
  readTracking: async (environmentId) => ({ environmentId, events: [], experiments: [] }),
  find: async () => undefined,
}
