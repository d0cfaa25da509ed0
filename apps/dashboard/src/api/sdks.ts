import type { SeenSdk } from '@bunting/contract/older-sdks'
import { useQuery } from '@tanstack/react-query'
import { api } from './core/client.ts'

const none: readonly SeenSdk[] = []

/** The SDKs in use in an environment; empty if unknown. */
export const useSdks = (projectId: string, envId: string): readonly SeenSdk[] =>
  useQuery({
    queryKey: ['sdks', projectId, envId],
    queryFn: async () => (await api.getSdks({ params: { projectId, envId } })).items,
    retry: false,
    staleTime: 60_000,
  }).data ?? none
