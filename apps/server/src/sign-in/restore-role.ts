import type { Role } from '@bunting/contract'
import type { Deps } from '../http/deps.ts'
import { memberUpdated } from '../rules/audit.ts'
import type { Tables } from '../store/store.ts'
import type { User } from '../store/users.ts'

/** Makes somebody what the operator says they are, where they are not. The log has it as the operator's doing. */
export const restoreRole = async (
  { newId, nowUs }: Pick<Deps, 'newId' | 'nowUs'>,
  tx: Tables,
  user: User,
  role: Role,
): Promise<void> => {
  if (user.role === role && user.removedAt === null) return
  const { orgId } = user
  const restored = await tx.users.setRole(user.id, role)
  const by = { orgId, actorId: 'operator', actorType: 'user' } as const
  for (const draft of memberUpdated(await tx.projects.ids(orgId), restored, { role })) {
    await tx.auditLog.append({ ...draft, ...by, id: newId('auditLogEntry') }, nowUs())
  }
}
