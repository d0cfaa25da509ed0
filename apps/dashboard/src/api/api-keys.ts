import type { ApiKey, ApiKeyType, Scope } from '@bunting/contract'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { useChange } from './core/change.ts'
import { api } from './core/client.ts'

type EnvironmentRef = { projectId: string; envId: string }

/** A key, and the environment it belongs to. */
export type KeyInList = ApiKey & { environmentId: string }

/** Tells whether a key still works: it is neither revoked nor expired. */
export const isInForce = ({ revokedAt, expiresAt }: ApiKey, now: Date): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now.getTime())

export const apiKeyKeys = {
  /** The query keys of one environment's API keys, or of all environments'. */
  all: (projectId: string, envId?: string) => ['api-keys', projectId, ...(envId === undefined ? [] : [envId])],
}

const pageSize = 100

/** Every key of an environment, newest first: there are only a few. */
const apiKeysQuery = (params: EnvironmentRef) =>
  queryOptions({
    queryKey: apiKeyKeys.all(params.projectId, params.envId),
    queryFn: async (): Promise<KeyInList[]> => {
      const keys: KeyInList[] = []
      let cursor: number | null = null
      do {
        const query = { limit: pageSize, ...(cursor === null ? {} : { cursor }) }
        const page: Awaited<ReturnType<typeof api.listApiKeys>> = await api.listApiKeys({ params, query })
        keys.push(...page.items.map((key) => ({ ...(key as ApiKey), environmentId: params.envId })))
        cursor = page.nextCursor
      } while (cursor !== null)
      return keys
    },
  })

/** The keys of several environments, in the order of the ids; an environment's keys are undefined while they load. */
export const useApiKeys = (projectId: string, envIds: readonly string[]) =>
  useQueries({ queries: envIds.map((envId) => apiKeysQuery({ projectId, envId })) })

type NewKey = EnvironmentRef & { type: ApiKeyType; description: string; scopes: Scope[]; expiresAt: string | null }

const touched = ({ projectId, envId }: EnvironmentRef) => [apiKeyKeys.all(projectId, envId), ['audit', projectId]]

/** The answer holds the secret, which is kept nowhere: reset the mutation once it is stored. */
export const useCreateApiKey = () =>
  useChange({
    run: ({ projectId, envId, ...body }: NewKey) => api.createApiKey({ params: { projectId, envId }, body }),
    touches: (environmentRef) => touched(environmentRef),
    unsynced: {
      title: 'Made, not yet known everywhere',
      children: 'The edge did not take the key; Bunting keeps trying. Until then it may be refused.',
    },
  })

/** The answer holds a secret, as when a key is created. */
export const useRotateApiKey = () =>
  useChange({
    run: ({ keyId, overlapSeconds, ...environmentRef }: EnvironmentRef & { keyId: string; overlapSeconds: number }) =>
      api.rotateApiKey({ params: { ...environmentRef, keyId }, body: { overlapSeconds } }),
    touches: (environmentRef) => touched(environmentRef),
    unsynced: {
      title: 'Rotated, not yet everywhere',
      children: 'The edge did not take the new secret; Bunting keeps trying. Until then it may be refused.',
    },
  })

export const useRevokeApiKey = () =>
  useChange({
    run: ({ keyId, ...environmentRef }: EnvironmentRef & { keyId: string }) =>
      api.revokeApiKey({ params: { ...environmentRef, keyId } }),
    touches: (environmentRef) => touched(environmentRef),
    failed: 'Not revoked',
    unsynced: {
      title: 'Revoked, not yet everywhere',
      children: 'The edge did not take it; Bunting keeps trying. Until then the key may still be answered.',
    },
  })
