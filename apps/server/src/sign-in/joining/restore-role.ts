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
 * Gives a person the role that the operator's settings say. It is logged as the operator's doing; a removed member who
 * returns by signing in is logged as joining.
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
  // A sign-in sets the role in the organization; roles in single projects stay.
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
