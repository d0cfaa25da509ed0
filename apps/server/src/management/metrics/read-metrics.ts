import { endpoints, fail } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { requireUnits } from '../telemetry/require-units.ts'

export const listMetrics = handle(endpoints.listMetrics, (ctx) => ctx.store.metrics.list(ctx.project.id, ctx.query))

export const getMetric = handle(endpoints.getMetric, async (ctx) => ctx.metric)

export const listSeenEvents = handle(endpoints.listSeenEvents, async (ctx) => {
  const seen = await requireUnits(ctx).listSeenEvents(ctx.environment.id)
  const naming = await ctx.store.metrics.listNaming(
    ctx.project.id,
    seen.map(({ name }) => name),
  )
  const items = seen.map((event) => ({
    ...event,
    metrics: naming.filter(({ events }) => events.includes(event.name)).map(({ key }) => key),
  }))
  return { items }
})

export const getMetricDays = handle(endpoints.getMetricDays, async (ctx) => {
  const units = requireUnits(ctx)
  const { event, denominatorEvent } = ctx.metric
  const environment = await ctx.store.environments.find(ctx.project.id, ctx.query.environmentId)
  const { id: environmentId } = environment ?? fail('RESOURCE_NOT_FOUND', 'There is no such environment.')
  const days = await units.countSeenDays(environmentId, [event, denominatorEvent ?? event])
  const items = days.map(({ date, counts }) => ({
    date,
    events: counts.get(event) ?? 0,
    ...(denominatorEvent !== null && { denominatorEvents: counts.get(denominatorEvent) ?? 0 }),
  }))
  return { environmentId, items }
})
