import type { EnvironmentId, ExperimentId } from '@bunting/contract'
import type { Tracking } from '../../rules/units/tracking.ts'
import type { Store } from '../../store/store.ts'
import type { TrackedSubject } from '../../store/tables/tracked.ts'

/** An experiment that was started, with the metric that decides. */
export type Subject = TrackedSubject

/**
 * What units are tracked for. Nobody tells of a change: what is asked for every batch is kept for a second, and asked again
 * at once where a batch names something that is not known.
 */
export type Subjects = {
  /** Experiments that run, or were stopped and may have units that wait; and events of metrics that are not archived. */
  readTracking(environmentId: EnvironmentId): Promise<Tracking>
  /** One that was started, whatever became of it. */
  find(experimentId: ExperimentId): Promise<Subject | undefined>
}

export const storedSubjects = ({ tracked, clock }: Pick<Store, 'tracked' | 'clock'>): Subjects => ({
  readTracking: async (environmentId) => tracked.read(environmentId, await clock.nowUs()),
  find: (experimentId) => tracked.find(experimentId),
})
