import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'

export const listMembers = handle(endpoints.listMembers, async (ctx) => {
  const page = await ctx.store.users.list(ctx.actor.orgId, ctx.query)
  const ids = page.items.map(({ id }) => id)
  const [projects, keys] = await Promise.all([ctx.store.projectRoles.ofUsers(ids), ctx.store.apiKeys.countOwned(ids)])
  const items = page.items.map((member) => ({
    ...member,
    projects: projects.get(member.id),
    keys: keys.get(member.id),
  }))
  return { ...page, items }
})
