import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './core/client.ts'
import { pages, useEveryPage } from './core/every-page.ts'
import { fewAtOnce } from './core/few-at-once.ts'

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

export type AskedBy = Awaited<ReturnType<typeof api.getDayUsage>>['items']

/**
 * Who evaluated each flag in the last 24 hours, by flag key; an error if its usage cannot be read. Never cached. Each flag
 * takes a request, as archiving it does.
 */
export const useDayUsage = (projectId: string, flagKeys: readonly string[]) =>
  useQuery({
    queryKey: ['usage-day', projectId, flagKeys],
    queryFn: async ({ signal }) => {
      const found = new Map<string, AskedBy | Error>()
      await fewAtOnce(flagKeys, async (flagKey) => {
        signal.throwIfAborted()
        try {
          found.set(flagKey, (await api.getDayUsage({ params: { projectId, flagKey } })).items)
        } catch (error) {
          found.set(flagKey, error as Error)
        }
      })
      return found
    },
    staleTime: 0,
    gcTime: 0,
  })
