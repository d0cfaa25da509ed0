import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'
import { memberRemoved, sessionEnded } from '../../rules/audit.ts'
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
    const ended = await tx.sessions.endAll(member.id)
    return {
      result: { id: member.id, removedAt: isoTime(atUs) },
      audit: [memberRemoved(member), ...ended.map((id) => sessionEnded(id, ctx.caller))],
    }
  }),
)
