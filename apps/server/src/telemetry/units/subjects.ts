import type { EnvironmentId, ExperimentId } from '@bunting/contract'
import type { Tracking } from '../../rules/units/tracking.ts'
import type { Store } from '../../store/store.ts'
import type { TrackedSubject } from '../../store/tables/tracked.ts'

/** A started experiment with its primary metric. */
export type Subject = TrackedSubject

/**
 * Metrics and experiments, as counting units needs them. Changes are not announced: callers cache a tracking for a second,
 * and read it again when a batch names something unknown.
 */
export type Subjects = {
  /** Running experiments, stopped ones whose units may still wait, and the events of metrics that are not archived. */
  readTracking(environmentId: EnvironmentId): Promise<Tracking>
  /** Finds a started experiment, running or stopped. */
  find(experimentId: ExperimentId): Promise<Subject | undefined>
}

export const storedSubjects = ({ tracked, clock }: Pick<Store, 'tracked' | 'clock'>): Subjects => ({
  readTracking: async (environmentId) => tracked.read(environmentId, await clock.nowUs()),
  find: (experimentId) => tracked.find(experimentId),
})
