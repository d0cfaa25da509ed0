import { useChange } from './core/change.ts'
import { api } from './core/client.ts'
import { pages, useEveryPage } from './core/every-page.ts'

export const viewKeys = { all: (projectId: string) => ['views', projectId] }

const viewsQuery = (projectId: string) =>
  pages(viewKeys.all(projectId), (query) => api.listViews({ params: { projectId }, query }))

/** The saved views of the project, oldest first. */
export const useViews = (projectId: string) => {
  const { items, ...query } = useEveryPage(viewsQuery(projectId))
  return { ...query, items: items?.toReversed() }
}

const touched = (projectId: string) => [viewKeys.all(projectId), ['audit', projectId]]

type NewView = { name: string; search: string; replaces: string | undefined }

/** Saves a view. Names are unique, so the view that it replaces is deleted first. */
export const useSaveView = (projectId: string) =>
  useChange({
    run: async ({ replaces, ...body }: NewView) => {
      if (replaces !== undefined) await api.deleteView({ params: { projectId, viewId: replaces } })
      return api.createView({ params: { projectId }, body })
    },
    touches: () => touched(projectId),
  })

export const useDeleteView = (projectId: string) =>
  useChange({
    run: (viewId: string) => api.deleteView({ params: { projectId, viewId } }),
    touches: () => touched(projectId),
    failed: 'View not deleted',
  })
