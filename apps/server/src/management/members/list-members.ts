import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'

export const listMembers = handle(endpoints.listMembers, async (ctx) => {
  const page = await ctx.store.users.list(ctx.actor.orgId, ctx.query)
  const projects = await ctx.store.projectRoles.ofUsers(page.items.map(({ id }) => id))
  return { ...page, items: page.items.map((member) => ({ ...member, projects: projects.get(member.id) })) }
})
