import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'
import { memberUpdated } from '../../rules/audit.ts'
import { requireOtherAdmin } from '../../rules/permissions.ts'
import { change } from '../change.ts'

export const updateMember = handle(endpoints.updateMember, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const { orgId } = ctx.actor
    await tx.organizations.lock(orgId)
    const before = await tx.users.lock(ctx.member.id)
    const { role } = ctx.body
    if (before.role === role && before.removedAt === null) return { result: before, audit: [] }
    if (role !== 'admin') requireOtherAdmin(before, await tx.users.countAdmins(orgId))
    const member = await tx.users.setRole(before.id, role)
    return { result: member, audit: [memberUpdated(member, { role })] }
  }),
)
