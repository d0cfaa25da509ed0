import { endpoints, fail } from '@bunting/contract'
import { handle } from '../http/endpoint/handle.ts'

export const getSession = handle(endpoints.getSession, async (ctx) => {
  const { id, orgId, plan, organizationRole } = ctx.actor
  const [user, organization, projects] = await Promise.all([
    ctx.store.users.find(orgId, id),
    ctx.store.organizations.find(orgId),
    ctx.store.projectRoles.ofUser(id),
  ])
  if (!user || !organization) return fail('UNAUTHORIZED', 'Nobody is signed in, or the session is over.')
  return {
    user: { id, name: user.name, email: user.email },
    organization: { id: organization.id, name: organization.name },
    plan,
    role: organizationRole,
    projects,
  }
})
