import type { ActorId, ApiKeyType, EnvironmentId, OrganizationId, Scope, UserId } from '@bunting/contract'
import { hashKey } from '../../http/auth/hash-key.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import { keyPrefixOf, scopesOf } from '../../rules/access/api-keys.ts'
import type { Tables } from '../../store/store.ts'
import type { PlacedApiKey } from '../../store/tables/api-key-row.ts'

type KeyFields = {
  orgId: OrganizationId
  environmentId: EnvironmentId
  type: ApiKeyType
  description: string
  scopes?: readonly Scope[] | undefined
  createdBy: ActorId
  ownerId: UserId | null
  expiresMs?: number | null
}

/** Stores a key. Of the raw secret, only its hash and its first characters are kept. */
export const issueKey = (
  { newId, nowUs }: Pick<Deps, 'newId' | 'nowUs'>,
  tx: Tables,
  raw: string,
  fields: KeyFields,
): Promise<PlacedApiKey> =>
  tx.apiKeys.insert(
    {
      ...fields,
      id: newId('apiKey'),
      hash: hashKey(raw),
      keyPrefix: keyPrefixOf(raw),
      scopes: scopesOf(fields.type, fields.scopes),
      expiresMs: fields.expiresMs ?? null,
    },
    nowUs(),
  )
