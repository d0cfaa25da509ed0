import { endpoints, fail, type Metric } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { metricUpdated } from '../../rules/audit/experiments.ts'
import type { Tables } from '../../store/store.ts'
import { change } from '../change.ts'
import { changedFields } from '../changed-fields.ts'
import { refuseImmutable } from '../refuse-immutable.ts'

const immutable = [
  'key',
  'kind',
  'event',
  'denominatorEvent',
  'direction',
  'after',
  'window',
  'cap',
  'adjust',
  'source',
] as const satisfies (keyof Metric)[]

export const updateMetric = handle(
  endpoints.updateMetric,
  (ctx) =>
    change(ctx, ctx.actor, async (tx) => {
      const { key } = ctx.metric
      // Starting an experiment locks its metrics too: either the metric is archived first, or it is in use.
      const before = (await tx.metrics.lockAll(ctx.project.id, [key])).get(key) as Metric
      const update = changedFields({ ...before, archived: before.archivedAt !== null }, ctx.body)
      if (Object.keys(update).length === 0) return { result: before, audit: [] }
      if (update.archived) await requireUnused(tx, before)
      const { archived, ...fields } = update
      const moved = archived === undefined ? {} : { archivedUs: archived ? ctx.nowUs() : null }
      const metric = await tx.metrics.update(before, { ...fields, ...moved })
      const archivedAt = archived === undefined ? {} : { archivedAt: metric.archivedAt }
      return { result: metric, audit: [metricUpdated(metric, { ...fields, ...archivedAt })] }
    }),
  (body) => refuseImmutable(body, immutable),
)

const requireUnused = async (tx: Tables, { projectId, key }: Metric): Promise<void> => {
  const [name] = await tx.experiments.namesUsing(projectId, key)
  if (name !== undefined) fail('CONFLICT', `The experiment “${name}” counts by ${key}: stop it first.`)
}
