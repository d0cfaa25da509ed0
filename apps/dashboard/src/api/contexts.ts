import type { EvaluationContext } from '@bunting/engine'
import { useChange } from './core/change.ts'
import { api } from './core/client.ts'
import { pages, useEveryPage } from './core/every-page.ts'

export const contextKeys = { all: (projectId: string) => ['contexts', projectId] }

/** The contexts saved under a name, which everybody in the project shares. */
export const useContexts = (projectId: string, isNeeded: boolean) =>
  useEveryPage({
    ...pages(contextKeys.all(projectId), (query) => api.listContexts({ params: { projectId }, query })),
    enabled: isNeeded,
  })

export type SavedContext = NonNullable<ReturnType<typeof useContexts>['items']>[number]

export const useCreateContext = (projectId: string) =>
  useChange({
    run: (body: { name: string; context: EvaluationContext }) => api.createContext({ params: { projectId }, body }),
    touches: () => [contextKeys.all(projectId), ['audit', projectId]],
  })

export const useDeleteContext = (projectId: string) =>
  useChange({
    run: (contextId: string) => api.deleteContext({ params: { projectId, contextId } }),
    touches: () => [contextKeys.all(projectId), ['audit', projectId]],
    failed: 'Not removed',
  })
