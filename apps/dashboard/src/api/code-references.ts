import { useQuery } from '@tanstack/react-query'
import { api } from './core/client.ts'
import { pages, useEveryPage, usePages } from './core/every-page.ts'

export const codeKeys = {
  all: (projectId: string) => ['code', projectId],
}

/** All scanned branches of all repositories. */
export const useCodeBranches = (projectId: string) =>
  useEveryPage(
    pages([...codeKeys.all(projectId), 'branches'], (query) => api.listCodeBranches({ params: { projectId }, query })),
  )

export type CodeBranch = NonNullable<ReturnType<typeof useCodeBranches>['items']>[number]

/** The lines that name a flag, page by page. */
export const useCodeReferences = (projectId: string, flagKey: string) =>
  usePages(
    pages([...codeKeys.all(projectId), flagKey], (query) =>
      api.listCodeReferences({ params: { projectId, flagKey }, query }),
    ),
  )

export type CodeReference = NonNullable<ReturnType<typeof useCodeReferences>['items']>[number]

/** The commit that removed the last reference to a flag, if it was reported. */
export const useCodeRemoval = (projectId: string, flagKey: string, isNeeded: boolean) =>
  useQuery({
    queryKey: [...codeKeys.all(projectId), flagKey, 'removed'],
    queryFn: async () => {
      const { removed = null } = await api.listCodeReferences({ params: { projectId, flagKey }, query: { limit: 1 } })
      return removed
    },
    enabled: isNeeded,
  }).data ?? undefined
