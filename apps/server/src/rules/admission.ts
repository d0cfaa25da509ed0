import type { Role } from '@bunting/contract'

/** Whom the operator lets in: these e-mails as admins, and everybody with an e-mail of these domains. */
export type Guests = { admins: readonly string[]; domains: readonly string[] }

type Known = { role: Role; removedAt: string | null }

export type Admission = { role: Role } | { refused: 'uninvited' | 'removed' }

/**
 * Whether somebody whom the provider vouches for may enter, and as what. The operator's admins are admins whenever they
 * sign in, so that an organization without one can be helped. The others keep the role they have, and stay away when
 * they were removed.
 */
export const admission = (email: string, { admins, domains }: Guests, known: Known | undefined): Admission => {
  if (isOperatorsAdmin(email, { admins })) return { role: 'admin' }
  if (!domains.some((domain) => same(domain, domainOf(email)))) return { refused: 'uninvited' }
  if (known && known.removedAt !== null) return { refused: 'removed' }
  return { role: known?.role ?? 'viewer' }
}

export const isOperatorsAdmin = (email: string, { admins }: Pick<Guests, 'admins'>): boolean =>
  admins.some((admin) => same(admin, email))

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

const same = (one: string, other: string): boolean => lower(one) === lower(other)

/** A to Z alone: in all of Unicode there are letters that become an `i` or a `k`, and are somebody else's. */
const lower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
