import type { ApiKeyType, Scope } from '@bunting/contract'

const prefixes = { server: 'sk_', client: 'pk_' } as const satisfies Record<ApiKeyType, string>
const defaultScopes = {
  server: ['evaluate', 'manage', 'telemetry'],
  client: ['evaluate', 'telemetry'],
} as const satisfies Record<ApiKeyType, readonly Scope[]>

const shownCharacters = 10

export const rawKey = (type: ApiKeyType, secret: string): string => `${prefixes[type]}${secret}`

/** What may be shown of a key later. */
export const keyPrefixOf = (key: string): string => key.slice(0, shownCharacters)

/** Saves a look-up for what can be no key of ours. */
export const looksLikeKey = (text: string): boolean => /^[sp]k_[0-9A-Za-z_-]{32,128}$/.test(text)

export const scopesOf = (type: ApiKeyType, asked: readonly Scope[] | undefined): Scope[] => [
  ...new Set(asked ?? defaultScopes[type]),
]
