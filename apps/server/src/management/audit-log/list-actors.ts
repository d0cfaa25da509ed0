import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'

export const listActors = handle(endpoints.listActors, async (ctx) => {
  const keys = await ctx.store.apiKeys.describe(ctx.actor.orgId, ctx.query.ids)
  return { items: keys.map(({ id, description }) => ({ id, type: 'api_key' as const, name: description })) }
})
