import { type Access, type ApiKeyType, fail, type Role, roles, type Scope } from '@bunting/contract'

/** The least role for each kind of access to the Management API. */
const leastRole = { read: 'viewer', edit: 'editor', admin: 'admin' } as const satisfies Partial<Record<Access, Role>>
export type ManagementScope = keyof typeof leastRole
/** The scope that each kind of access needs. Those for sessions are closed to keys. */
const scopeOf = { read: 'read', edit: 'edit', admin: 'admin', readSession: 'read', adminSession: 'admin' } as const
const managementScopes = Object.keys(leastRole) as ManagementScope[]

const rolesFor = (scope: ManagementScope): Role[] => roles.slice(roles.indexOf(leastRole[scope]))

/** The Management scopes of a key: `manage` implies them all. */
const managementOf = (scopes: readonly Scope[]): ManagementScope[] =>
  managementScopes.filter((scope) => scopes.includes('manage') || scopes.includes(scope))

const managementOfRole = (role: Role): ManagementScope[] =>
  managementScopes.filter((scope) => rolesFor(scope).includes(role))

export const mayByRole = (role: Role, needed: ManagementScope): boolean => managementOfRole(role).includes(needed)

export const mayByScopes = (scopes: readonly Scope[], needed: ManagementScope): boolean =>
  managementOf(scopes).includes(needed)

/** The owner of a key; null for keys that the bootstrap or the operator made. */
type Owner = { role: Role; removed: boolean } | null

/** The effective scopes of a key: on the Management API never more than its owner's role. */
export const scopesNow = (scopes: readonly Scope[], owner: Owner): Scope[] => {
  const ofOwner = owner === null ? managementScopes : owner.removed ? [] : managementOfRole(owner.role)
  const others = scopes.filter((scope) => scope === 'evaluate' || scope === 'telemetry')
  return [...others, ...managementOf(scopes).filter((scope) => ofOwner.includes(scope))]
}

type Key = { keyType: ApiKeyType; madeFor: readonly Scope[]; scopes: readonly Scope[] }

/** Refuses a key whose effective `scopes` lack the access. A client key is public, and manages nothing. */
export const requireScope = ({ keyType, madeFor, scopes }: Key, needed: Access): void => {
  if (needed !== 'telemetry' && keyType === 'client') {
    fail('FORBIDDEN', 'A client key may not use the Management API: use a server key.')
  }
  if (needed === 'readSession' || needed === 'adminSession') {
    fail('FORBIDDEN', 'This is for people who are signed in: no key may do it.')
  }
  const has = (some: readonly Scope[]) => [...some, ...managementOf(some)].some((scope) => scope === needed)
  if (has(scopes)) return
  const why = has(madeFor) ? ' now: the person whose key it is may not do this any more' : ''
  fail('FORBIDDEN', `This key lacks the ${needed} scope${why}.`)
}

/** Refuses scopes that the granter lacks, for new keys and for new secrets of existing ones. */
export const requireGrantable = (
  granter: { type: 'user'; organizationRole: Role } | { type: 'api_key'; scopes: readonly Scope[] },
  scopes: readonly Scope[],
): void => {
  // A key is valid beyond the project in which it is made.
  const own = granter.type === 'user' ? managementOfRole(granter.organizationRole) : managementOf(granter.scopes)
  const beyond = managementOf(scopes).filter((scope) => !own.includes(scope))
  if (beyond.length === 0) return
  const lacked = `the scope ${beyond.join(', ')}`
  fail('FORBIDDEN', `A key cannot be given ${lacked} by who lacks it: ask for other scopes, or somebody who has it.`)
}

export const requireRole = (role: Role, needed: keyof typeof scopeOf): void => {
  const sufficient = rolesFor(scopeOf[needed])
  if (!sufficient.includes(role)) {
    fail('FORBIDDEN', `This needs the role ${sufficient.join(' or ')}; yours is ${role}.`)
  }
}

/** An actor with what decides whether they are an admin: a key's scopes, or a person's role. */
export type Administering = { type: 'api_key'; scopes: readonly Scope[] } | { type: 'user'; role: Role }

/** Tells whether an actor is an admin, by role or by scope. */
export const mayAdminister = (actor: Administering): boolean =>
  actor.type === 'api_key' ? mayByScopes(actor.scopes, 'admin') : mayByRole(actor.role, 'admin')

/** The setting for who may approve: any other actor, or signed-in people alone. */
export type Approvals = 'actors' | 'people'

export const requireApprover = (approvals: Approvals, actor: { type: 'api_key' | 'user' }): void => {
  if (approvals === 'people' && actor.type === 'api_key') {
    fail('FORBIDDEN', 'Here only signed-in people approve proposals: approve it in the dashboard.')
  }
}

/** Whether a person may review in projects where they have a role of their own, and in all others. */
type Where = { byOwnRole: boolean; otherwise: boolean }
/** Some proposals need an admin's review. */
export type Reviewing = Where & { asAdmin: Where }
type MaybeReviewing =
  | { type: 'user'; organizationRole: Role }
  | { type: 'api_key'; madeFor: readonly Scope[]; scopes: readonly Scope[] }

/** The roles that may approve. */
export const reviewerRoles: readonly Role[] = rolesFor('edit')

export const reviewingOf = (approvals: Approvals, actor: MaybeReviewing): Reviewing => {
  const by = (needed: ManagementScope): Where => {
    if (actor.type === 'user') return { byOwnRole: true, otherwise: mayByRole(actor.organizationRole, needed) }
    if (approvals === 'people') return { byOwnRole: false, otherwise: false }
    return { byOwnRole: mayByScopes(actor.madeFor, needed), otherwise: mayByScopes(actor.scopes, needed) }
  }
  return { ...by('edit'), asAdmin: by('admin') }
}

type Admin = { role: Role; removedAt: string | null }

/** Refuses to remove the last admin. `admins` counts all of them, this one included. */
export const requireOtherAdmin = (member: Admin, admins: number): void => {
  if (member.role === 'admin' && member.removedAt === null && admins <= 1) {
    fail('CONFLICT', 'This is the last admin: make somebody else an admin first.')
  }
}
