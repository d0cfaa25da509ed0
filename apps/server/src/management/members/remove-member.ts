import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'
import { memberRemoved } from '../../rules/audit.ts'
import { requireOtherAdmin } from '../../rules/permissions.ts'
import { isoTime } from '../../store/list.ts'
import { change } from '../change.ts'

export const removeMember = handle(endpoints.removeMember, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const { orgId } = ctx.actor
    await tx.organizations.lock(orgId)
    const member = await tx.users.lock(ctx.member.id)
    if (member.removedAt !== null) return { result: { id: member.id, removedAt: member.removedAt }, audit: [] }
    requireOtherAdmin(member, await tx.users.countAdmins(orgId))
    const atUs = ctx.nowUs()
    await tx.users.remove(member.id, atUs)
    await tx.sessions.endAll(member.id)
    // Whoever lets them in again decides anew.
    await tx.projectRoles.removeAll(member.id)
    return {
      result: { id: member.id, removedAt: isoTime(atUs) },
      audit: memberRemoved(await tx.projects.ids(orgId), member),
    }
  }),
)
