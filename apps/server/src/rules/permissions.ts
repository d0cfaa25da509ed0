import { type Access, type ApiKeyType, fail, type Role, roles, type Scope } from '@bunting/contract'

/** A client key is public: it ships in browsers, so it manages nothing whatever its scopes say. */
export const requireManagement = (key: { keyType: ApiKeyType; scopes: readonly Scope[] }): void => {
  if (key.keyType === 'client') fail('FORBIDDEN', 'A client key may not use the Management API: use a server key.')
  if (!key.scopes.includes('manage')) fail('FORBIDDEN', 'This key lacks the manage scope.')
}

export const requireTelemetry = (key: { scopes: readonly Scope[] }): void => {
  if (!key.scopes.includes('telemetry')) fail('FORBIDDEN', 'This key lacks the telemetry scope.')
}

/** The least role that has an access. */
const leastRole = { read: 'viewer', edit: 'editor', admin: 'admin' } as const satisfies Partial<Record<Access, Role>>

export const requireRole = (role: Role, access: keyof typeof leastRole): void => {
  const allowed = roles.slice(roles.indexOf(leastRole[access]))
  if (!allowed.includes(role)) fail('FORBIDDEN', `This needs the role ${allowed.join(' or ')}; yours is ${role}.`)
}

type Admin = { role: Role; removedAt: string | null }

/** Somebody has to be left who can let others in. `admins` counts them all, this one too. */
export const requireOtherAdmin = (member: Admin, admins: number): void => {
  if (member.role === 'admin' && member.removedAt === null && admins <= 1) {
    fail('CONFLICT', 'This is the last admin: make somebody else an admin first.')
  }
}
