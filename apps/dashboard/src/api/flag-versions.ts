import type { FlagConfig } from '@bunting/engine'
import { queryOptions } from '@tanstack/react-query'
import { useChange } from './core/change.ts'
import { api } from './core/client.ts'
import { pages, usePages } from './core/every-page.ts'
import { dependentKeys } from './dependents.ts'
import { summaryKeys } from './flag-summaries.ts'
import { putVersion, thenReadAgain } from './flags.ts'

export type FlagRef = { projectId: string; envId: string; flagKey: string }

export const flagVersionKeys = {
  inProject: (projectId: string) => ['flag-versions', projectId],
  all: ({ projectId, envId, flagKey }: FlagRef) => ['flag-versions', projectId, envId, flagKey],
  list: (flagRef: FlagRef) => [...flagVersionKeys.all(flagRef), 'list'],
  everywhere: (projectId: string, flagKey: string) => ['flag-versions', projectId, 'everywhere', flagKey],
}

export const flagVersionsQuery = (params: FlagRef) =>
  pages(flagVersionKeys.list(params), (query) => api.listFlagVersions({ params, query }))

/** The versions of a flag in one environment, newest first. */
export const useFlagVersions = (flagRef: FlagRef) => usePages(flagVersionsQuery(flagRef))

/** The versions of a flag in every environment, newest first. */
export const useFlagVersionsEverywhere = (projectId: string, flagKey: string) =>
  usePages(
    pages(flagVersionKeys.everywhere(projectId, flagKey), (query) =>
      api.listFlagVersionsEverywhere({ params: { projectId, flagKey }, query }),
    ),
  )

/** One version; it never changes, so it is never stale. */
export const flagVersionQuery = (flagRef: FlagRef, version: number) =>
  queryOptions({
    queryKey: [...flagVersionKeys.all(flagRef), version],
    queryFn: () => api.getFlagVersion({ params: { ...flagRef, version: String(version) } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The reason for saving a config, and whether it is an emergency. */
export type Why = { comment?: string; emergency?: true }

type NewVersion = Omit<FlagRef, 'projectId'> & {
  config: FlagConfig
  why?: Why | undefined
  /** Reverts the optimistic update, before anything is read again. */
  onFailed?(): void
}

/** Saves a config as a new version. The config names its number: the latest plus one. */
export const useCreateFlagVersion = (projectId: string) =>
  useChange({
    run: ({ envId, flagKey, config, why, onFailed }: NewVersion) => {
      const create = async () => {
        const body = { ...toBody(config), ...why }
        const answer = await api.createFlagVersion({ params: { projectId, envId, flagKey }, body })
        const { id, version } = answer
        putVersion(projectId, flagKey, envId, { id, version, config, createdAt: new Date().toISOString() })
        return answer
      }
      const created = create().catch((error) => {
        onFailed?.()
        throw error
      })
      return thenReadAgain(projectId, flagKey, created)
    },
    touches: ({ envId, flagKey }) => [
      summaryKeys.one(projectId, flagKey),
      flagVersionKeys.all({ projectId, envId, flagKey }),
      flagVersionKeys.everywhere(projectId, flagKey),
      dependentKeys.all(projectId),
      ['audit', projectId],
    ],
  })

type Body = Parameters<typeof api.createFlagVersion>[0]['body']

/** The engine's config type is read-only and allows any operator; the body allows those of the contract. */
export const toBody = (config: FlagConfig): Body => structuredClone(config) as Body
