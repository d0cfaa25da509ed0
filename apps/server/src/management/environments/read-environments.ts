import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { isoTime } from '../../store/core/list.ts'

export const listEnvironments = handle(endpoints.listEnvironments, (ctx) =>
  ctx.store.environments.list(ctx.project.id, ctx.query),
)

export const getEnvironment = handle(endpoints.getEnvironment, async (ctx) => ctx.environment)

export const getEnvironmentActivity = handle(endpoints.getEnvironmentActivity, async (ctx) => {
  const lastMs = await ctx.store.apiKeys.lastAsked(ctx.environment.id)
  return { environmentId: ctx.environment.id, lastAskedAt: lastMs === null ? null : isoTime(lastMs * 1_000) }
})
