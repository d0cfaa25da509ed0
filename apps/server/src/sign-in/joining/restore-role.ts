import type { Invitation, Role } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'
import { endLeftovers } from '../../leftovers/end-leftovers.ts'
import { isRaised } from '../../rules/access/member-roles.ts'
import type { Caller } from '../../rules/audit/audit.ts'
import { memberJoined, memberUpdated } from '../../rules/audit/people.ts'
import type { Tables } from '../../store/store.ts'
import type { User } from '../../store/tables/users.ts'
import { giveInvitedRoles } from './use-invitation.ts'

/**
 * Makes somebody what the operator says they are, where they are not. The log has it as the operator's doing; who was
 * removed and comes back by a sign-in joins by their own.
 */
export const restoreRole = async (
  deps: Pick<Deps, 'newId' | 'nowUs'>,
  tx: Tables,
  user: User,
  role: Role,
  caller?: Caller,
  invitation?: Invitation,
): Promise<User> => {
  const isMember = user.removedAt === null
  if (user.role === role && isMember) return user
  const restored = await tx.users.setRole(user, role)
  // Where a role is their own in a project it stays: what the sign-in sets is the one in the organization.
  const [before, after] = [
    { ...user, projects: undefined },
    { ...restored, projects: undefined },
  ]
  if (isRaised(before, after)) await tx.users.noteRaised(user.id, deps.nowUs())
  await giveInvitedRoles(tx, restored, invitation)
  const by = { id: isMember || !caller ? 'operator' : user.id, type: 'user', orgId: user.orgId } as const
  const entry = isMember ? memberUpdated(restored, { role }) : memberJoined(restored, caller, invitation)
  const keys = await tx.apiKeys.lockOwned(user.id)
  const left = await endLeftovers(tx, { ...by, personId: null }, [user.id, ...keys.map(({ id }) => id)])
  await tx.auditChain.append(by, [entry, ...left.audit], deps)
  return restored
}
