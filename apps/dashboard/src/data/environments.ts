import type { Environment } from '@bunting/contract'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useChange } from './change.ts'
import { api } from './client.ts'
import { pages, useEveryPage } from './every-page.ts'

export const environmentKeys = { all: (projectId: string) => ['environments', projectId] }

export const environmentsQuery = (projectId: string) =>
  pages(environmentKeys.all(projectId), (query) => api.listEnvironments({ params: { projectId }, query }))

/** Reads them all; the shell does it for every page. */
export const useEveryEnvironment = (projectId: string) => useEveryPage(environmentsQuery(projectId))

/**
 * In the project's order, which is the order of their making: production, staging, development, then what was added.
 * Below the shell, which opens no page without them.
 */
export const useEnvironments = (projectId: string): readonly Environment[] => {
  const { data } = useSuspenseInfiniteQuery(environmentsQuery(projectId))
  return useMemo(() => data.pages.flatMap((page) => page.items as Environment[]).toReversed(), [data])
}

type Fields = { name?: string; color?: string; protected?: boolean; strict?: boolean; emergency?: boolean }

export const useCreateEnvironment = (projectId: string) =>
  useChange({
    run: (body: Fields & { name: string; slug: string }) => api.createEnvironment({ params: { projectId }, body }),
    touches: () => [environmentKeys.all(projectId), ['audit', projectId]],
  })

export const useUpdateEnvironment = (projectId: string, { name }: { name: string }) =>
  useChange({
    run: ({ envId, ...body }: Fields & { envId: string }) =>
      api.updateEnvironment({ params: { projectId, envId }, body }),
    // Taking protection off rejects what was proposed, or is proposed itself.
    touches: () => [environmentKeys.all(projectId), ['proposals', projectId], ['audit', projectId]],
    failed: `${name} was not changed`,
  })

export const useSyncEnvironment = (projectId: string) =>
  useChange({
    run: (envId: string) => api.syncEnvironment({ params: { projectId, envId } }),
    touches: () => [],
    failed: 'Not synced',
    unsynced: { title: 'Not synced yet', children: 'The edge did not take it; Bunting keeps trying.' },
  })
