import type { EnvironmentId, ExperimentId } from '@bunting/contract'
import { newId } from '../../random.ts'
import type { Measure } from '../../rules/units/tracking.ts'
import type { Subject, Subjects } from '../../telemetry/units/subjects.ts'

export const metric = (fields: Partial<Measure> = {}): Measure => ({
  key: 'purchases',
  kind: 'conversion',
  event: 'purchase',
  denominatorEvent: null,
  after: 0,
  window: 3_600,
  cap: null,
  adjust: false,
  source: 'any',
  ...fields,
})

export type TestSubjects = Subjects & {
  /** Adds events that a metric names. */
  keep(...events: string[]): void
  /** Starts an experiment, by default on a rule that splits in halves. */
  start(environmentId: EnvironmentId, fields?: Partial<Subject>): Subject
  change(id: ExperimentId, fields: Partial<Subject>): void
}

/** Metrics and experiments in memory, for tests of how units are counted. */
export const testSubjects = (nowMs: () => number = Date.now): TestSubjects => {
  const events = new Set<string>()
  const experiments = new Map<ExperimentId, Subject>()
  return {
    keep: (...names) => {
      for (const name of names) events.add(name)
    },
    start: (environmentId, fields = {}) => {
      const metrics = fields.metrics ?? [metric()]
      const subject: Subject = {
        id: newId('experiment'),
        environmentId,
        flagKey: 'checkout',
        rule: {
          id: 'rule-1',
          distribution: [
            { variant: 'a', weight: 1 },
            { variant: 'b', weight: 1 },
          ],
        },
        exposure: 'evaluation',
        source: 'any',
        startedMs: nowMs() - 1_000,
        stoppedMs: null,
        metrics,
        primary: (metrics[0] as Measure).key,
        ...fields,
      }
      experiments.set(subject.id, subject)
      return subject
    },
    change: (id, fields) => {
      experiments.set(id, { ...(experiments.get(id) as Subject), ...fields })
    },
    readTracking: async (environmentId) => ({
      environmentId,
      events: [...events],
      experiments: [...experiments.values()].filter((one) => one.environmentId === environmentId),
    }),
    find: async (id) => experiments.get(id),
  }
}
