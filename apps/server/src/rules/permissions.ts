import { type ApiKeyType, fail, type Scope } from '@bunting/contract'

/** A client key is public: it ships in browsers, so it manages nothing whatever its scopes say. */
export const requireManagement = (key: { keyType: ApiKeyType; scopes: readonly Scope[] }): void => {
  if (key.keyType === 'client') fail('FORBIDDEN', 'A client key may not use the Management API: use a server key.')
  if (!key.scopes.includes('manage')) fail('FORBIDDEN', 'This key lacks the manage scope.')
}
