import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useChange } from './core/change.ts'
import { api } from './core/client.ts'
import { pages, useEveryPage } from './core/every-page.ts'
import { queryClient } from './core/query-client.ts'

export const projectKeys = { all: ['projects'] }

export const projectsQuery = pages(projectKeys.all, (query) => api.listProjects({ query }))

/** Oldest first: the one that was there from the beginning leads. */
export const useProjects = () => {
  const { items, ...query } = useEveryPage(projectsQuery)
  return { ...query, items: items?.toReversed() }
}

/** The one in view, with the order of its environments where somebody chose one. */
export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...projectKeys.all, projectId],
    queryFn: () => api.getProject({ params: { projectId } }),
  })

/** Below the shell, which opens no page without it. */
export const useProject = (projectId: string) => useSuspenseQuery(projectQuery(projectId)).data

export const useCreateProject = () =>
  useChange({
    run: (body: { name: string; slug: string }) => api.createProject({ body }),
    touches: () => [projectKeys.all],
  })

type ProjectChange = { name?: string; environmentOrder?: string[] }

/** Shown at once: whoever puts something down expects it to stay there. */
export const useUpdateProject = (projectId: string) =>
  useChange({
    run: (body: ProjectChange) => {
      const { queryKey } = projectQuery(projectId)
      // What is being read now may be older than this.
      void queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (project) => project && { ...project, ...body })
      return api.updateProject({ params: { projectId }, body })
    },
    touches: () => [projectKeys.all, ['audit', projectId]],
    failed: 'Not saved',
  })
