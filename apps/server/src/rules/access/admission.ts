import { type Invitation, type Role, roles } from '@bunting/contract'

/** Whom the operator lets in: these e-mails as admins, these groups with their roles, and everybody with an e-mail of these domains. */
export type Guests = {
  admins: readonly string[]
  domains: readonly string[]
  groups: ReadonlyMap<string, Role>
}

export const noGuests: Guests = { admins: [], domains: [], groups: new Map() }

/** What the provider vouches for. */
export type Visitor = { email: string; groups: readonly string[] }

type Known = {
  role: Role
  email: string | null
  address: string | null
  removedAt: string | null
  roleFromGroups: boolean
  invited: boolean
}

/** Another account with the same address, of a current or former member. */
type Namesake = Pick<Known, 'address' | 'removedAt'>

/** What an invitation of the address says: the role, where it lets them in, and that the address is welcome again. */
type Invited = { role: Role | undefined; isWelcome: boolean }

export type Admission = { role: Role; roleFromGroups: boolean } | { refused: 'uninvited' | 'removed' | 'bound' }

/**
 * Whether somebody whom the provider vouches for may enter, and as what. The operator's admins are admins whenever they
 * sign in, so that an organization without one can be helped. Who is in a group with a role has that role whenever they
 * sign in; who left all such groups is a viewer, if they may come in at all. The others keep the role they have. Who was
 * removed stays away, by their account and by every other with their address, until somebody invites the address anew. Who
 * is `invited` comes in with that role, and who came so may come again. An address is one account's: whoever gets hold of
 * another account with it is not one person more.
 */
export const admission = (
  { email, groups }: Visitor,
  guests: Guests,
  known: Known | undefined,
  namesakes: readonly Namesake[],
  { role: invited, isWelcome }: Invited = { role: undefined, isWelcome: false },
): Admission => {
  const isExpected = isOperatorsAdmin(email, guests)
  const ofGroups = highest(groups.flatMap((group) => guests.groups.get(group) ?? []))
  const isOfDomain = guests.domains.some((domain) => sameEmail(domain, domainOf(email)))
  const isInvited = invited !== undefined || known?.invited === true
  if (!isExpected && !ofGroups && !isOfDomain && !isInvited) return { refused: 'uninvited' }
  if (!isExpected && !isWelcome && isRemoved(known, namesakes, email)) return { refused: 'removed' }
  if (isAnothers(known, namesakes, email)) return { refused: 'bound' }
  if (isExpected) return { role: 'admin', roleFromGroups: false }
  if (ofGroups) return { role: ofGroups, roleFromGroups: true }
  return { role: invited ?? (known && !known.roleFromGroups ? known.role : 'viewer'), roleFromGroups: false }
}

/**
 * Whether an invitation lets somebody in who has its address: not who is a member, who stay as they are, nor another
 * account of theirs.
 */
export const opensTo = (
  invitation: Pick<Invitation, 'createdAt'>,
  known: Pick<Known, 'removedAt'> | undefined,
  namesakes: readonly Pick<Known, 'removedAt'>[],
): boolean =>
  namesakes.every(({ removedAt }) => removedAt !== null) &&
  known?.removedAt !== null &&
  isAnew(invitation, known, namesakes)

/** Tells whether an invitation was made after the person's removal: an older one does not let them back in. */
export const isAnew = (
  { createdAt }: Pick<Invitation, 'createdAt'>,
  known: Pick<Known, 'removedAt'> | undefined,
  namesakes: readonly Pick<Known, 'removedAt'>[],
): boolean => [...(known ? [known] : []), ...namesakes].every(({ removedAt }) => (removedAt ?? '') <= createdAt)

/** A member who has the address already is one, whoever else had it once. */
const isMembers = (known: Known | undefined, email: string): boolean =>
  known !== undefined && known.removedAt === null && known.email !== null && sameEmail(known.email, email)

const isRemoved = (known: Known | undefined, namesakes: readonly Namesake[], email: string): boolean => {
  if (known && known.removedAt !== null) return true
  return !isMembers(known, email) && namesakes.some(({ removedAt }) => removedAt !== null)
}

/** Of two who share an address from before, it is who has it now. */
const isAnothers = (known: Known | undefined, namesakes: readonly Namesake[], email: string): boolean => {
  const members = namesakes.filter(({ removedAt }) => removedAt === null)
  return members.some(({ address }) => address !== null) || (members.length > 0 && !isMembers(known, email))
}

const highest = (given: readonly Role[]): Role | undefined => roles.findLast((role) => given.includes(role))

export const isOperatorsAdmin = (email: string, { admins }: Pick<Guests, 'admins'>): boolean =>
  admins.some((admin) => sameEmail(admin, email))

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/** A to Z alone: in all of Unicode there are letters that become an `i` or a `k`, and are somebody else's. */
export const sameEmail = (one: string, other: string): boolean => plainEmail(one) === plainEmail(other)

export const plainEmail = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
