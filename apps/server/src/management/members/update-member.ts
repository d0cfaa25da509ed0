import { endpoints, type ProjectId, type Role } from '@bunting/contract'
import { reviewerOf } from '../../http/auth/actor.ts'
import { handle } from '../../http/endpoint/handle.ts'
import { endLeftovers } from '../../leftovers/end-leftovers.ts'
import { changedRoles, isRaised } from '../../rules/access/member-roles.ts'
import { requireOtherAdmin } from '../../rules/access/permissions.ts'
import { memberUpdated } from '../../rules/audit/people.ts'
import { requireRoom } from '../../rules/plans.ts'
import { change } from '../change.ts'
import { requireProjects } from './require-projects.ts'

export const updateMember = handle(endpoints.updateMember, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const { orgId, plan } = ctx.actor
    await tx.organizations.lock(orgId)
    await requireProjects(tx, orgId, Object.keys(ctx.body.projects ?? {}))
    const member = await tx.users.lock(ctx.member.id)
    const before = { ...member, projects: await tx.projectRoles.ofUser(member.id) }
    const changed = changedRoles(before, ctx.body)
    const { role, projects = {} } = changed
    if (Object.keys(changed).length === 0) return { result: before, audit: [] }
    if (role !== undefined && member.removedAt !== null) requireRoom(plan, 'members', await tx.users.count(orgId))
    if (role !== undefined && role !== 'admin') requireOtherAdmin(before, await tx.users.countAdmins(orgId))
    const after = role === undefined ? member : await tx.users.setRole(member, role)
    for (const [projectId, own] of Object.entries(projects) as [ProjectId, Role | null][]) {
      if (own === null) await tx.projectRoles.remove(member.id, projectId)
      else await tx.projectRoles.set(member.id, projectId, own)
    }
    const projectsNow = await tx.projectRoles.ofUser(member.id)
    if (isRaised(before, { role: after.role, projects: projectsNow })) await tx.users.noteRaised(member.id, ctx.nowUs())
    const keys = await tx.apiKeys.lockOwned(member.id)
    const makers = [member.id, ...keys.map((key) => key.id)]
    const left = await endLeftovers(tx, reviewerOf(ctx.actor), makers)
    return {
      result: { ...after, projects: projectsNow },
      audit: [memberUpdated(after, changed), ...left.audit],
    }
  }),
)
