import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './client.ts'
import { pages, useEveryPage } from './every-page.ts'

export const healthKeys = {
  overview: (projectId: string) => ['overview', projectId],
  cleanup: (projectId: string) => ['cleanup', projectId],
}

const overviewQuery = (projectId: string) =>
  queryOptions({
    queryKey: healthKeys.overview(projectId),
    queryFn: () => api.getOverview({ params: { projectId } }),
  })

export const useOverview = (projectId: string) => useQuery(overviewQuery(projectId))

const cleanupQuery = (projectId: string) =>
  pages(healthKeys.cleanup(projectId), (query) => api.listCleanup({ params: { projectId }, query }))

/** Every flag that needs attention, and why. */
export const useCleanup = (projectId: string) => useEveryPage(cleanupQuery(projectId))

export type CleanupFlag = NonNullable<ReturnType<typeof useCleanup>['items']>[number]

/** Who evaluated a flag in the last 24 hours, read anew whenever it is asked. */
export const useDayUsage = (projectId: string, flagKey: string) =>
  useQuery({
    queryKey: ['usage-day', projectId, flagKey],
    queryFn: () => api.getDayUsage({ params: { projectId, flagKey } }),
    staleTime: 0,
  })
