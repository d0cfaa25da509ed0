import { useQuery } from '@tanstack/react-query'
import { useChange } from './change.ts'
import { api } from './client.ts'
import { pages, useEveryPage } from './every-page.ts'

export const projectKeys = { all: ['projects'], one: (projectId: string) => ['projects', projectId] }

export const projectsQuery = pages([...projectKeys.all, 'list'], (query) => api.listProjects({ query }))

/** Oldest first: the one that was there from the beginning leads. */
export const useProjects = () => {
  const { items, ...query } = useEveryPage(projectsQuery)
  return { ...query, items: items?.toReversed() }
}

export const projectQuery = (projectId: string) => ({
  queryKey: projectKeys.one(projectId),
  queryFn: () => api.getProject({ params: { projectId } }),
})

export const useProject = (projectId: string) => useQuery(projectQuery(projectId))

export const useCreateProject = () =>
  useChange({
    run: (body: { name: string; slug: string }) => api.createProject({ body }),
    touches: () => [projectKeys.all],
  })
