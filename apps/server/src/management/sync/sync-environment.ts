import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { isoTime } from '../../store/core/list.ts'

export const syncEnvironment = handle(endpoints.syncEnvironment, async (ctx) => ({
  environmentId: ctx.environment.id,
  ...(await ctx.publisher.sync(ctx.environment.id)),
  syncedAt: isoTime(ctx.nowUs()),
}))
