import { type ApiKeyType, fail, type Scope, type UserId } from '@bunting/contract'

const prefixes = { server: 'sk_', client: 'pk_' } as const satisfies Record<ApiKeyType, string>
const defaultScopes = {
  server: ['evaluate', 'manage', 'telemetry'],
  client: ['evaluate', 'telemetry'],
} as const satisfies Record<ApiKeyType, readonly Scope[]>

const shownCharacters = 10
/** The most earlier secrets of one key that may still work. */
const maxRetired = 50

export const rawKey = (type: ApiKeyType, secret: string): string => `${prefixes[type]}${secret}`

/** The part of a key's secret that may be shown later. */
export const keyPrefixOf = (key: string): string => key.slice(0, shownCharacters)

/** Saves the look-up of texts that cannot be one of our keys. */
export const looksLikeKey = (text: string): boolean => /^[sp]k_[0-9A-Za-z_-]{32,128}$/.test(text)

export const scopesOf = (type: ApiKeyType, asked: readonly Scope[] | undefined): Scope[] => [
  ...new Set(asked ?? defaultScopes[type]),
]

/** The time at which a key expires, or null. */
export const endOf = (expiresAt: string | null | undefined, nowMs: number): number | null => {
  if (expiresAt === null || expiresAt === undefined) return null
  const endMs = Date.parse(expiresAt)
  if (endMs > nowMs) return endMs
  const details = [{ path: 'expiresAt', message: 'must be in the future' }]
  return fail('VALIDATION_ERROR', 'The body is not as described.', details)
}

type Rotated = { scopes: readonly Scope[]; ownerId: UserId | null; expiresAt: string | null; revokedAt: string | null }

/** The time until which a rotated key's earlier secret works: never longer than the key itself. */
export const retireAt = (key: Rotated, retired: number, overlapSeconds: number, nowMs: number): number => {
  if (key.revokedAt !== null) fail('CONFLICT', 'This key is revoked: make a new one.')
  const endMs = key.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(key.expiresAt)
  if (endMs <= nowMs) fail('CONFLICT', 'This key has expired: make a new one.')
  if (overlapSeconds > 0 && retired >= maxRetired) {
    fail('CONFLICT', `${maxRetired} earlier secrets of this key still work: wait, or end them with overlapSeconds 0.`)
  }
  return Math.min(nowMs + overlapSeconds * 1_000, endMs)
}

/**
 * The owner of a key after somebody rotated it and so knows its secret. A key without an owner becomes theirs. A key of
 * another person that may edit cannot be rotated: its holder could approve their own proposals with it.
 */
export const ownerAfter = ({ ownerId, scopes }: Rotated, by: UserId | null): UserId | null => {
  if (by === null || ownerId === by) return ownerId
  if (ownerId === null) return by
  if (scopes.some((scope) => scope === 'manage' || scope === 'edit' || scope === 'admin')) {
    fail('FORBIDDEN', 'This key acts for somebody else. Make one of your own, and revoke this one.')
  }
  return ownerId
}
