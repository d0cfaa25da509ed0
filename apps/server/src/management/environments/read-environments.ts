import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'

export const listEnvironments = handle(endpoints.listEnvironments, (ctx) =>
  ctx.store.environments.list(ctx.project.id, ctx.query),
)

export const getEnvironment = handle(endpoints.getEnvironment, async (ctx) => ctx.environment)
