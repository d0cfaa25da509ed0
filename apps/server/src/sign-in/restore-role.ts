import type { Role } from '@bunting/contract'
import type { Deps } from '../http/deps.ts'
import { type Caller, memberJoined, memberUpdated } from '../rules/audit.ts'
import type { Tables } from '../store/store.ts'
import type { User } from '../store/users.ts'

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
): Promise<User> => {
  const isMember = user.removedAt === null
  if (user.role === role && isMember) return user
  const restored = await tx.users.setRole(user.id, role)
  const by = { id: isMember || !caller ? 'operator' : user.id, type: 'user', orgId: user.orgId } as const
  await tx.auditChain.append(by, [isMember ? memberUpdated(restored, { role }) : memberJoined(restored, caller)], deps)
  return restored
}
