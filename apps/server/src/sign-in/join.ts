import type { Deps } from '../http/deps.ts'
import { type Caller, memberJoined } from '../rules/audit.ts'
import type { Tables } from '../store/store.ts'
import type { NewUser, User } from '../store/users.ts'

/** Somebody new becomes a member. Of two sign-ins of theirs at once, one makes the member and tells of it. */
export const join = async (
  deps: Pick<Deps, 'newId' | 'nowUs'>,
  tx: Tables,
  who: Omit<NewUser, 'id'>,
  caller?: Caller,
): Promise<User> => {
  const id = deps.newId('user')
  const user = await tx.users.insert({ ...who, id }, deps.nowUs())
  const by = { id: caller ? id : 'operator', type: 'user', orgId: user.orgId } as const
  if (user.id === id) await tx.auditChain.append(by, [memberJoined(user, caller)], deps)
  return user
}
