import { fail } from '@bunting/contract'
import type { Deps } from '../http/deps.ts'
import { type Admission, admission, type Guests } from '../rules/admission.ts'
import type { Caller } from '../rules/audit.ts'
import type { Identity, User } from '../store/users.ts'
import { join } from './join.ts'
import { restoreRole } from './restore-role.ts'

type Refused = Extract<Admission, { refused: string }>

/** The member behind an identity, as the provider calls them now; somebody new becomes one, if they may. */
export const enter = (
  { store, newId, nowUs }: Pick<Deps, 'store' | 'newId' | 'nowUs'>,
  who: Identity & { email: string },
  guests: Guests,
  caller: Caller,
): Promise<User | Refused> =>
  store.transaction(async (tx) => {
    const organization = await tx.organizations.first()
    if (!organization) return fail('SERVICE_UNAVAILABLE', 'Bunting is still starting. Try again in a moment.')
    const known = await tx.users.findIdentity(who.identity)
    const admitted = admission(who.email, guests, known)
    if ('refused' in admitted) return admitted
    const { role } = admitted
    if (!known) return join({ newId, nowUs }, tx, { ...who, orgId: organization.id, role }, caller)
    const user = await tx.users.rename(known.id, who)
    return restoreRole({ newId, nowUs }, tx, user, role, caller)
  })
