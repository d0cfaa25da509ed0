import type { ActorId, Metric, MetricId, ProjectId } from '@bunting/contract'
import { type Access, locked } from '../core/access.ts'
import { isoTime } from '../core/list.ts'
import { isAmong, manyOf } from '../core/prepared.ts'
import { type KeyedChange, keyedTable, type NewKeyed } from './keyed-table.ts'

type Definition = Omit<Metric, keyof NewKeyed | 'id' | 'createdBy' | 'createdAt' | 'archivedAt'>
export type NewMetric = NewKeyed & Definition & { id: MetricId; createdBy: ActorId }

const keyed = keyedTable(
  'metrics',
  (row): Metric => ({
    id: row.id,
    projectId: row.project_id,
    key: row.key,
    name: row.name,
    description: row.description,
    kind: row.kind,
    event: row.event,
    denominatorEvent: row.denominator_event,
    direction: row.direction,
    after: row.after_seconds,
    window: row.window_seconds,
    cap: row.cap,
    // SQLite has no booleans.
    adjust: Boolean(row.adjust),
    source: row.source,
    createdBy: row.created_by,
    createdAt: isoTime(row.created_us),
    archivedAt: row.archived_us === null ? null : isoTime(row.archived_us),
  }),
)

export const metricsTable = (access: Access) => {
  const { lock: _, ...table } = keyed(access)
  const of = (projectId: ProjectId, keys: readonly string[]) =>
    access.db.selectFrom('metrics').where('project_id', '=', projectId).where('key', 'in', keys).orderBy('id')
  return {
    ...table,

    /** Locks the metrics with these keys, in the order of their ids. Unknown keys are left out. */
    lockAll: async (projectId: ProjectId, keys: readonly string[]): Promise<Map<string, Metric>> => {
      const rows = await locked(access, of(projectId, keys).select('id')).execute()
      const found = await table.findByIds(rows.map(({ id }) => id))
      return new Map([...found.values()].map((metric) => [metric.key, metric]))
    },

    /** The metrics that name any of the events and are not archived, by key. */
    listNaming: async (
      projectId: ProjectId,
      events: readonly string[],
    ): Promise<{ key: string; events: string[] }[]> => {
      const among = manyOf(access, events)
      const rows = await access.db
        .selectFrom('metrics')
        .select(['key', 'event', 'denominator_event'])
        .where('project_id', '=', projectId)
        .where('archived_us', 'is', null)
        .where((row) => row.or([isAmong(access, 'event', among), isAmong(access, 'denominator_event', among)]))
        .orderBy('key')
        .execute()
      return rows.map(({ key, event, denominator_event: other }) => ({
        key,
        events: other === null ? [event] : [event, other],
      }))
    },

    insert: ({ orgId, projectId, key, name, description, id, ...metric }: NewMetric, atUs: number): Promise<Metric> =>
      table.insert(
        { orgId, projectId, key, name, description, id },
        {
          kind: metric.kind,
          event: metric.event,
          denominator_event: metric.denominatorEvent,
          direction: metric.direction,
          after_seconds: metric.after,
          window_seconds: metric.window,
          cap: metric.cap,
          adjust: metric.adjust,
          source: metric.source,
          created_by: metric.createdBy,
        },
        atUs,
      ),

    update: (metric: Metric, change: KeyedChange): Promise<Metric> => table.update(metric, change),
  }
}
