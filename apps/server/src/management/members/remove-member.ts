import { endpoints, fail } from '@bunting/contract'
import { reviewerOf } from '../../http/auth/actor.ts'
import { handle } from '../../http/endpoint/handle.ts'
import { endLeftovers } from '../../leftovers/end-leftovers.ts'
import { requireOtherAdmin } from '../../rules/access/permissions.ts'
import { apiKeyRevoked } from '../../rules/audit/audit.ts'
import { memberRemoved, sessionEnded } from '../../rules/audit/people.ts'
import type { User } from '../../store/tables/users.ts'
import { requireMember } from '../api-keys/lock-owner.ts'
import { change } from '../change.ts'

export const removeMember = handle(endpoints.removeMember, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const { orgId, id: remover } = ctx.actor
    const { keepKeys } = ctx.query
    await tx.organizations.lock(orgId)
    // Locks both people before any key, since a rotation locks its person and then a key.
    const persons = await tx.users.lockAll(keepKeys ? [ctx.member.id, remover] : [ctx.member.id])
    const member = persons.get(ctx.member.id) as User
    if (keepKeys && member.id === remover) fail('CONFLICT', 'You cannot keep the keys of somebody who goes: yourself.')
    requireOtherAdmin(member, await tx.users.countAdmins(orgId))
    const atUs = ctx.nowUs()
    const keys = await tx.apiKeys.lockOwned(member.id)
    if (keepKeys) requireMember(persons.get(remover) as User)
    if (keepKeys) await tx.apiKeys.handOver(member.id, remover)
    const revoked = keepKeys ? [] : keys
    for (const { id } of revoked) await tx.apiKeys.revoke(id, atUs)
    const isMember = member.removedAt === null
    if (isMember) await tx.users.remove(member.id, atUs)
    const ended = await tx.sessions.endAll(member.id)
    // Their roles are decided again if they come back.
    await tx.projectRoles.removeAll(member.id)
    const makers = [member.id, ...revoked.map(({ id }) => id)]
    const left = await endLeftovers(tx, reviewerOf(ctx.actor), makers)
    return {
      result: { id: member.id, revokedKeys: revoked.length, ...left.ended },
      audit: [
        ...(isMember ? [memberRemoved(member, keepKeys ? keys.length : 0)] : []),
        ...ended.map((id) => sessionEnded(id, ctx.caller)),
        ...revoked.map((key) => apiKeyRevoked(key.projectId, key)),
        ...left.audit,
      ],
      publish: { keys: revoked.map(({ id }) => id) },
    }
  }),
)
