import { endpoints, fail } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { dayOf } from '../../rules/usage/days.ts'
import { usageWindow } from '../../rules/usage/usage-window.ts'

export const getUsage = handle(endpoints.getUsage, async (ctx) => {
  const window = usageWindow(ctx.query, ctx.actor.plan, dayOf(ctx.nowUs() / 1_000))
  const environment = await ctx.store.environments.find(ctx.project.id, ctx.query.environmentId)
  const { id: environmentId } = environment ?? fail('RESOURCE_NOT_FOUND', 'There is no such environment.')
  const flagKey = ctx.flag.key
  const days = await ctx.store.usage.list({ environmentId, flagKey, ...window })
  const rows = ctx.query.rules === true ? days : days.map(({ ruleCounts: _, ...day }) => day)
  return { flagKey, environmentId, ...window, rows }
})
