import type { Organization, Role } from '@bunting/contract'
import type { Deps } from '../http/deps.ts'
import { lackOfRoom } from '../rules/plans.ts'
import type { Tables } from '../store/store.ts'
import type { Identity, User } from '../store/users.ts'

type Newcomer = Identity & {
  role: Role
  /** Whom the operator names comes in however full it is. */
  isExpected: boolean
}

/** Makes somebody new a member, if there is room. Whoever comes in twice at once is one member. */
export const join = async (
  { newId, nowUs }: Pick<Deps, 'newId' | 'nowUs'>,
  tx: Tables,
  { id: orgId, plan }: Organization,
  { isExpected, ...who }: Newcomer,
): Promise<User | { refused: 'full'; why: string }> => {
  await tx.organizations.lock(orgId)
  const joined = await tx.users.findIdentity(who.identity)
  if (joined) return joined
  const why = isExpected ? undefined : lackOfRoom(plan, 'members', await tx.users.count(orgId))
  if (why !== undefined) return { refused: 'full', why }
  return tx.users.insert({ ...who, id: newId('user'), orgId }, nowUs())
}
