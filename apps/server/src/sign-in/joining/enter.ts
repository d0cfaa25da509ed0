import { fail, type Invitation, type Organization, type Role } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'
import {
  type Admission,
  admission,
  type Guests,
  isAnew,
  isOperatorsAdmin,
  opensTo,
  type Visitor,
} from '../../rules/access/admission.ts'
import type { Caller } from '../../rules/audit/audit.ts'
import { lackOfRoom } from '../../rules/plans.ts'
import type { Tables } from '../../store/store.ts'
import type { Identity, User } from '../../store/tables/users.ts'
import { findInvitation } from './find-invitation.ts'
import { join } from './join.ts'
import { restoreRole } from './restore-role.ts'
import { useUp } from './use-invitation.ts'

type Refused = Extract<Admission, { refused: string }> | { refused: 'full'; why: string }

/**
 * Finds the member behind an identity and updates their name; a new person becomes a member, if they may. Runs one at a time
 * in an organization, so that two accounts with one address never both join.
 */
export const enter = (
  deps: Pick<Deps, 'store' | 'newId' | 'nowUs' | 'log'>,
  { groups, ...who }: Identity & Visitor,
  guests: Guests,
  caller: Caller,
): Promise<User | Refused> =>
  deps.store.transaction(async (tx) => {
    const organization = await tx.organizations.first()
    if (!organization) return fail('SERVICE_UNAVAILABLE', 'Bunting is still starting. Try again in a moment.')
    await tx.organizations.lock(organization.id)
    const { invitation, endStale } = await findInvitation(deps, tx, organization.id, who.email)
    const entered = await admit(deps, tx, organization, { groups, ...who }, guests, caller, invitation)
    await endStale()
    return entered
  })

const admit = async (
  deps: Pick<Deps, 'newId' | 'nowUs' | 'log'>,
  tx: Tables,
  organization: Pick<Organization, 'id' | 'plan'>,
  { groups, ...who }: Identity & Visitor,
  guests: Guests,
  caller: Caller,
  invitation: Invitation | undefined,
): Promise<User | Refused> => {
  const known = await tx.users.findIdentity(who.identity)
  const accounts = await tx.users.listByEmail(organization.id, who.email)
  const namesakes = accounts.filter(({ id }) => id !== known?.id)
  const opened = invitation && opensTo(invitation, known, namesakes) ? invitation : undefined
  const isWelcome = invitation !== undefined && isAnew(invitation, known, namesakes)
  const invited = { role: opened?.role, isWelcome }
  const admitted = admission({ email: who.email, groups }, guests, known, namesakes, invited)
  if ('refused' in admitted) return admitted
  if (!known || known.removedAt !== null) {
    const why = lackOfRoom(organization.plan, 'members', await tx.users.count(organization.id))
    // The operator's admins join even if the plan is full.
    if (why !== undefined && !isOperatorsAdmin(who.email, guests)) return { refused: 'full', why }
  }
  const enterAs = { ...who, ...admitted, invited: known?.invited === true || opened !== undefined }
  const user = known
    ? await rejoin(deps, tx, known, enterAs, caller, opened)
    : await join(deps, tx, { ...enterAs, orgId: organization.id }, caller, opened)
  if (invitation) await useUp(deps, tx, user, invitation, opened !== undefined)
  return user
}

const rejoin = async (
  deps: Pick<Deps, 'newId' | 'nowUs' | 'log'>,
  tx: Tables,
  known: User,
  as: Identity & Pick<User, 'role' | 'roleFromGroups' | 'invited'>,
  caller: Caller,
  invitation: Invitation | undefined,
): Promise<User> => {
  const role = await roleFor(deps, tx, known, as.role)
  const user = await tx.users.refresh(known.id, as)
  return restoreRole(deps, tx, user, role, caller, invitation)
}

/** The role by groups, unless it would demote the last admin. */
const roleFor = async ({ log }: Pick<Deps, 'log'>, tx: Tables, known: User, role: Role): Promise<Role> => {
  const isDemoted = known.role === 'admin' && known.removedAt === null && role !== 'admin'
  if (!isDemoted || (await tx.users.countAdmins(known.orgId)) > 1) return role
  log.warn({ userId: known.id, role }, 'the groups of the last admin make them none; they stay one')
  return known.role
}
