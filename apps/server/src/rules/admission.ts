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

type Known = { role: Role; email: string | null; removedAt: string | null; roleFromGroups: boolean; invited: boolean }

export type Admission = { role: Role; roleFromGroups: boolean } | { refused: 'uninvited' | 'removed' | 'bound' }

/**
 * Whether somebody whom the provider vouches for may enter, and as what. The operator's admins are admins whenever they
 * sign in, so that an organization without one can be helped. Who is in a group with a role has that role whenever they
 * sign in; who left all such groups is a viewer, if they may come in at all. The others keep the role they have. Who was
 * removed stays away. Who is `invited` comes in with that role, and who came so may come again. An admin's address is one
 * account's: whoever gets hold of the address, or of another account with it, is not that admin. `namesakes` are the
 * other members with the address.
 */
export const admission = (
  { email, groups }: Visitor,
  guests: Guests,
  known: Known | undefined,
  namesakes: readonly { role: Role }[],
  invited?: Role,
): Admission => {
  const isExpected = isOperatorsAdmin(email, guests)
  const ofGroups = highest(groups.flatMap((group) => guests.groups.get(group) ?? []))
  const isOfDomain = guests.domains.some((domain) => sameEmail(domain, domainOf(email)))
  const isInvited = invited !== undefined || known?.invited === true
  if (!isExpected && !ofGroups && !isOfDomain && !isInvited) return { refused: 'uninvited' }
  if (!isExpected && !invited && known && known.removedAt !== null) return { refused: 'removed' }
  const isAnothers = namesakes.some(({ role }) => isExpected || role === 'admin')
  if (isAnothers && !isAdminsAlready(known, email)) return { refused: 'bound' }
  if (isExpected) return { role: 'admin', roleFromGroups: false }
  if (ofGroups) return { role: ofGroups, roleFromGroups: true }
  return { role: invited ?? (known && !known.roleFromGroups ? known.role : 'viewer'), roleFromGroups: false }
}

/**
 * Whether an invitation lets somebody in who has its address: not who is a member, who stay as they are, nor another
 * account of theirs; and who was removed since it was made stays away, for whoever removed them did not mean it.
 */
export const opensTo = (
  { createdAt }: Pick<Invitation, 'createdAt'>,
  known: Pick<Known, 'removedAt'> | undefined,
  namesakes: readonly unknown[],
): boolean => namesakes.length === 0 && (!known || (known.removedAt !== null && known.removedAt <= createdAt))

/** Of two admins who share an address from before it was one account's, neither is locked out. */
const isAdminsAlready = (known: Known | undefined, email: string): boolean =>
  known?.role === 'admin' && known.removedAt === null && known.email !== null && sameEmail(known.email, email)

const highest = (given: readonly Role[]): Role | undefined => roles.findLast((role) => given.includes(role))

export const isOperatorsAdmin = (email: string, { admins }: Pick<Guests, 'admins'>): boolean =>
  admins.some((admin) => sameEmail(admin, email))

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/** A to Z alone: in all of Unicode there are letters that become an `i` or a `k`, and are somebody else's. */
export const sameEmail = (one: string, other: string): boolean => plainEmail(one) === plainEmail(other)

export const plainEmail = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
