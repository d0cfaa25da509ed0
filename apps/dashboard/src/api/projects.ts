import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useChange } from './core/change.ts'
import { api } from './core/client.ts'
import { pages, useEveryPage } from './core/every-page.ts'
import { queryClient } from './core/query-client.ts'

export const projectKeys = { all: ['projects'] }

export const projectsQuery = pages(projectKeys.all, (query) => api.listProjects({ query }))

/** The projects, oldest first: the original one leads. */
export const useProjects = () => {
  const { items, ...query } = useEveryPage(projectsQuery)
  return { ...query, items: items?.toReversed() }
}

/** One project, with the chosen order of its environments if there is one. */
export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...projectKeys.all, projectId],
    queryFn: () => api.getProject({ params: { projectId } }),
  })

/** Only for components below the shell, which opens no page before the project is loaded. */
export const useProject = (projectId: string) => useSuspenseQuery(projectQuery(projectId)).data

export const useCreateProject = () =>
  useChange({
    run: (body: { name: string; slug: string }) => api.createProject({ body }),
    touches: () => [projectKeys.all],
  })

type ProjectChange = { name?: string; environmentOrder?: string[]; codeLines?: boolean }

/** Shown before it is saved, so that a dragged item stays where it was dropped. */
export const useUpdateProject = (projectId: string) =>
  useChange({
    run: (body: ProjectChange) => {
      const { queryKey } = projectQuery(projectId)
      // A read in flight may be older than this change.
      void queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (project) => project && { ...project, ...body })
      return api.updateProject({ params: { projectId }, body })
    },
    touches: () => [projectKeys.all, ['audit', projectId]],
    failed: 'Not saved',
  })
