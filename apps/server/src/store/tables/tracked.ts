import type { EnvironmentId, ExperimentId } from '@bunting/contract'
import type { Selectable } from 'kysely'
import type { Definition, Design, Split } from '../../rules/changes/experiments.ts'
import type { Measure, TrackedExperiment, Tracking } from '../../rules/units/tracking.ts'
import type { Access } from '../core/access.ts'
import type { Schema } from '../core/schema.ts'

type Row = Pick<
  Selectable<Schema['experiments']>,
  | 'id'
  | 'environment_id'
  | 'rule_id'
  | 'exposure'
  | 'source'
  | 'design'
  | 'split'
  | 'metrics'
  | 'started_us'
  | 'stopped_us'
> & { key: string }

/** A started experiment with its primary metric. */
export type TrackedSubject = TrackedExperiment & { environmentId: EnvironmentId; primary: string }

/** The longest time that a unit waits: the longest `after` and the longest window of a metric, and a day. */
const longestWaitUs = 61 * 86_400 * 1_000_000

/** Metrics and experiments, as counting units needs them. */
export const trackedTable = ({ db }: Access) => {
  const started = db
    .selectFrom('experiments')
    .innerJoin('flags', 'flags.id', 'experiments.flag_id')
    .select([
      'experiments.id',
      'environment_id',
      'rule_id',
      'exposure',
      'experiments.source',
      'design',
      'split',
      'metrics',
    ])
    .select(['started_us', 'stopped_us', 'flags.key'])

  return {
    /** Running experiments, stopped ones whose units may still wait, and the events of metrics that are not archived. */
    read: async (environmentId: EnvironmentId, nowUs: number): Promise<Tracking> => {
      const running = started.where('environment_id', '=', environmentId).where('status', '=', 'running')
      const stopped = started
        .where('environment_id', '=', environmentId)
        .where('status', '=', 'stopped')
        .where('stopped_us', '>', nowUs - longestWaitUs)
      const rows = await running.unionAll(stopped).execute()
      const named = await db
        .selectFrom('metrics')
        .innerJoin('environments', 'environments.project_id', 'metrics.project_id')
        .select(['event', 'denominator_event'])
        .where('environments.id', '=', environmentId)
        .where('archived_us', 'is', null)
        .execute()
      const events = named.flatMap(({ event, denominator_event }) => [event, denominator_event ?? event])
      // If two experiments had the same rule one after the other, exposures belong to the later one.
      const inOrder = rows.map(toSubject).toSorted((one, other) => one.startedMs - other.startedMs)
      return { environmentId, events: [...new Set(events)], experiments: inOrder }
    },

    find: async (id: ExperimentId): Promise<TrackedSubject | undefined> => {
      const row = await started.where('experiments.id', '=', id).where('started_us', 'is not', null).executeTakeFirst()
      return row && toSubject(row)
    },
  }
}

const toSubject = (row: Row): TrackedSubject => {
  const { variants, unit, hash } = JSON.parse(row.split) as Split
  const rule = {
    id: row.rule_id,
    distribution: variants,
    ...(unit !== null && { bucketBy: unit }),
    ...(hash && { hash }),
  }
  return {
    id: row.id,
    environmentId: row.environment_id,
    flagKey: row.key,
    rule,
    exposure: JSON.parse(row.exposure),
    source: row.source,
    startedMs: Math.floor((row.started_us as number) / 1_000),
    stoppedMs: row.stopped_us === null ? null : Math.floor(row.stopped_us / 1_000),
    primary: (JSON.parse(row.design) as Design).primary,
    metrics: (JSON.parse(row.metrics) as Definition[]).map(toMeasure),
  }
}

const toMeasure = ({
  key,
  kind,
  event,
  denominatorEvent,
  after,
  window,
  cap,
  adjust,
  source,
}: Definition): Measure => ({
  key,
  kind,
  event,
  denominatorEvent,
  after,
  window,
  cap,
  adjust,
  source,
})
