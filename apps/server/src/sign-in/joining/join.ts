import type { Invitation } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'
import type { Caller } from '../../rules/audit/audit.ts'
import { memberJoined } from '../../rules/audit/people.ts'
import type { Tables } from '../../store/store.ts'
import type { NewUser, User } from '../../store/tables/users.ts'
import { giveInvitedRoles } from './use-invitation.ts'

/** Makes a new person a member. Of two sign-ins at once, one creates the member and logs it. */
export const join = async (
  deps: Pick<Deps, 'newId' | 'nowUs'>,
  tx: Tables,
  who: Omit<NewUser, 'id'>,
  caller?: Caller,
  by?: Invitation,
): Promise<User> => {
  const id = deps.newId('user')
  const user = await tx.users.insert({ ...who, id }, deps.nowUs())
  await giveInvitedRoles(tx, user, by)
  const actor = { id: caller ? id : 'operator', type: 'user', orgId: user.orgId } as const
  if (user.id === id) await tx.auditChain.append(actor, [memberJoined(user, caller, by)], deps)
  return user
}
