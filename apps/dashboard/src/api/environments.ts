import { type Environment, inEnvironmentOrder } from '@bunting/contract'
import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useChange } from './core/change.ts'
import { api } from './core/client.ts'
import { pages, useEveryPage } from './core/every-page.ts'
import { useProject } from './projects.ts'

export const environmentKeys = { all: (projectId: string) => ['environments', projectId] }

export const environmentsQuery = (projectId: string) =>
  pages(environmentKeys.all(projectId), (query) => api.listEnvironments({ params: { projectId }, query }))

/** Loads all environments; the shell does it for every page. */
export const useEveryEnvironment = (projectId: string) => useEveryPage(environmentsQuery(projectId))

/**
 * The environments in the project's order: a chosen order, else that of creation (production, staging, development, then
 * those added later). Only for components below the shell, which opens no page before they are loaded.
 */
export const useEnvironments = (projectId: string): readonly Environment[] => {
  const { data } = useSuspenseInfiniteQuery(environmentsQuery(projectId))
  const project = useProject(projectId)
  return useMemo(
    () => inEnvironmentOrder(project, data.pages.flatMap((page) => page.items as Environment[]).toReversed()),
    [data, project],
  )
}

type Fields = { name?: string; color?: string; protected?: boolean; strict?: boolean; emergency?: boolean }

export const useCreateEnvironment = (projectId: string) =>
  useChange({
    run: (body: Fields & { name: string; slug: string; copyFrom?: string }) =>
      api.createEnvironment({ params: { projectId }, body }),
    // A copied environment has flags and segments at once.
    touches: ({ copyFrom }) => [
      environmentKeys.all(projectId),
      ['audit', projectId],
      ...(copyFrom === undefined
        ? []
        : [
            ['flags', projectId],
            ['segments', projectId],
          ]),
    ],
  })

export const useUpdateEnvironment = (projectId: string, { name }: { name: string }) =>
  useChange({
    run: ({ envId, ...body }: Fields & { envId: string }) =>
      api.updateEnvironment({ params: { projectId, envId }, body }),
    // Removing the protection rejects the pending proposals, or becomes a proposal itself.
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

/** Poll interval of the page that waits for the first evaluation. */
const waitMs = 3_000

/** The time when an environment was last evaluated; polled until there is one. */
export const useActivity = (projectId: string, envId: string | undefined) =>
  useQuery({
    queryKey: ['activity', projectId, envId],
    queryFn: () => api.getEnvironmentActivity({ params: { projectId, envId: envId ?? '' } }),
    enabled: envId !== undefined,
    refetchInterval: ({ state }) => ((state.data?.lastAskedAt ?? null) === null ? waitMs : false),
  })
