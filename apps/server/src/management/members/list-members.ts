import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'

export const listMembers = handle(endpoints.listMembers, async (ctx) => {
  const page = await ctx.store.users.list(ctx.actor.orgId, ctx.query)
  const keys = await ctx.store.apiKeys.countOwned(page.items.map(({ id }) => id))
  return { ...page, items: page.items.map((member) => ({ ...member, keys: keys.get(member.id) })) }
})
