import { type Access, type ApiKeyType, fail, type Role, roles, type Scope } from '@bunting/contract'

/** What there is to do on the Management API, each with the least role that may. */
const leastRole = { read: 'viewer', edit: 'editor', admin: 'admin' } as const satisfies Partial<Record<Access, Role>>
export type ManagementScope = keyof typeof leastRole
/** What it takes of a person: of a key too, but for what is for sessions. */
const scopeOf = { read: 'read', edit: 'edit', admin: 'admin', readSession: 'read', adminSession: 'admin' } as const
const managementScopes = Object.keys(leastRole) as ManagementScope[]

const rolesFor = (scope: ManagementScope): Role[] => roles.slice(roles.indexOf(leastRole[scope]))

/** What scopes come to on the Management API: `manage` is all of it. */
const managementOf = (scopes: readonly Scope[]): ManagementScope[] =>
  managementScopes.filter((scope) => scopes.includes('manage') || scopes.includes(scope))

const managementOfRole = (role: Role): ManagementScope[] =>
  managementScopes.filter((scope) => rolesFor(scope).includes(role))

export const mayByRole = (role: Role, needed: ManagementScope): boolean => managementOfRole(role).includes(needed)

export const mayByScopes = (scopes: readonly Scope[], needed: ManagementScope): boolean =>
  managementOf(scopes).includes(needed)

/** Whose key it is; null where the bootstrap or the operator made it. */
type Owner = { role: Role; removed: boolean } | null

/** What a key may do now: on the Management API no more than whose key it is, whatever it was made for. */
export const scopesNow = (scopes: readonly Scope[], owner: Owner): Scope[] => {
  const ofOwner = owner === null ? managementScopes : owner.removed ? [] : managementOfRole(owner.role)
  const others = scopes.filter((scope) => scope === 'evaluate' || scope === 'telemetry')
  return [...others, ...managementOf(scopes).filter((scope) => ofOwner.includes(scope))]
}

type Key = { keyType: ApiKeyType; madeFor: readonly Scope[]; scopes: readonly Scope[] }

/** `scopes` are what it may do now. A client key is public: it manages nothing, whatever its scopes say. */
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

/** Nobody hands out more than they have: not by a new key, and not by the new secret of one that there is. */
export const requireGrantable = (
  granter: { type: 'user'; organizationRole: Role } | { type: 'api_key'; scopes: readonly Scope[] },
  scopes: readonly Scope[],
): void => {
  // A key reaches beyond the project that it is made in.
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

/** Who might administer: a key by its scopes, a person by their role. */
export type Administering = { type: 'api_key'; scopes: readonly Scope[] } | { type: 'user'; role: Role }

/** Whether an actor may do what is for admins: people with the role, and keys with the scope. */
export const mayAdminister = (actor: Administering): boolean =>
  actor.type === 'api_key' ? mayByScopes(actor.scopes, 'admin') : mayByRole(actor.role, 'admin')

/** Who approves: any other actor, or signed-in people alone. */
export type Approvals = 'actors' | 'people'

export const requireApprover = (approvals: Approvals, actor: { type: 'api_key' | 'user' }): void => {
  if (approvals === 'people' && actor.type === 'api_key') {
    fail('FORBIDDEN', 'Here only signed-in people approve proposals: approve it in the dashboard.')
  }
}

/** Where somebody reviews: by a role of their own in a project, and in projects where they have none. */
type Where = { byOwnRole: boolean; otherwise: boolean }
/** Some of it is for admins. */
export type Reviewing = Where & { asAdmin: Where }
type MaybeReviewing =
  | { type: 'user'; organizationRole: Role }
  | { type: 'api_key'; madeFor: readonly Scope[]; scopes: readonly Scope[] }

/** The roles that approve. */
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

/** Somebody has to be left who can let others in. `admins` counts them all, this one too. */
export const requireOtherAdmin = (member: Admin, admins: number): void => {
  if (member.role === 'admin' && member.removedAt === null && admins <= 1) {
    fail('CONFLICT', 'This is the last admin: make somebody else an admin first.')
  }
}
