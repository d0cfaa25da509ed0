import { useChange } from './change.ts'
import { api } from './client.ts'
import { pages, useEveryPage } from './every-page.ts'

export const projectKeys = { all: ['projects'] }

export const projectsQuery = pages(projectKeys.all, (query) => api.listProjects({ query }))

/** Oldest first: the one that was there from the beginning leads. */
export const useProjects = () => {
  const { items, ...query } = useEveryPage(projectsQuery)
  return { ...query, items: items?.toReversed() }
}

export const useCreateProject = () =>
  useChange({
    run: (body: { name: string; slug: string }) => api.createProject({ body }),
    touches: () => [projectKeys.all],
  })
