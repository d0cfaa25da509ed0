import { type Invitation, type Role, roles } from '@bunting/contract'

/** The operator's settings for who may sign in: e-mails of admins, groups with their roles, and e-mail domains. */
export type Guests = {
  admins: readonly string[]
  domains: readonly string[]
  groups: ReadonlyMap<string, Role>
}

export const noGuests: Guests = { admins: [], domains: [], groups: new Map() }

/** A person as the identity provider describes them. */
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

/** The effect of an invitation to the address: its role, if it admits the person, and whether it lifts an earlier removal. */
type Invited = { role: Role | undefined; isWelcome: boolean }

export type Admission = { role: Role; roleFromGroups: boolean } | { refused: 'uninvited' | 'removed' | 'bound' }

/**
 * Decides whether a person may sign in, and with which role. The operator's admins become admins at every sign-in, so that
 * an organization without an admin can be helped. Members of a group with a role get that role at every sign-in; those who
 * left all such groups become viewers, if they may sign in at all. Everybody else keeps their role. A removed member cannot
 * sign in with any account of the same address until a new invitation to that address. An invited person gets the
 * invitation's role, and may sign in again later. One address is one person, however many accounts use it.
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
 * Tells whether an invitation admits the person with its address. It does not change a current member, and does not admit
 * another account of one.
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

/** Tells whether the address belongs to this very member: former members with the same address do not count. */
const isMembers = (known: Known | undefined, email: string): boolean =>
  known !== undefined && known.removedAt === null && known.email !== null && sameEmail(known.email, email)

const isRemoved = (known: Known | undefined, namesakes: readonly Namesake[], email: string): boolean => {
  if (known && known.removedAt !== null) return true
  return !isMembers(known, email) && namesakes.some(({ removedAt }) => removedAt !== null)
}

/** Tells whether the address belongs to another member now. */
const isAnothers = (known: Known | undefined, namesakes: readonly Namesake[], email: string): boolean => {
  const members = namesakes.filter(({ removedAt }) => removedAt === null)
  return members.some(({ address }) => address !== null) || (members.length > 0 && !isMembers(known, email))
}

const highest = (given: readonly Role[]): Role | undefined => roles.findLast((role) => given.includes(role))

export const isOperatorsAdmin = (email: string, { admins }: Pick<Guests, 'admins'>): boolean =>
  admins.some((admin) => sameEmail(admin, email))

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/** Compares addresses ignoring the case of A to Z alone: Unicode has other letters that fold to `i` or `k`. */
export const sameEmail = (one: string, other: string): boolean => plainEmail(one) === plainEmail(other)

export const plainEmail = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
