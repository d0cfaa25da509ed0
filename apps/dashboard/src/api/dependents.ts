import { api } from './core/client.ts'
import { pages, useEveryPage } from './core/every-page.ts'

export const dependentKeys = {
  all: (projectId: string) => ['dependents', projectId],
}

/** The flags that have this one as a prerequisite, in every environment. */
export const useDependents = (projectId: string, flagKey: string, isNeeded = true) =>
  useEveryPage({
    ...pages([...dependentKeys.all(projectId), flagKey], (query) =>
      api.listFlagDependents({ params: { projectId, flagKey }, query }),
    ),
    enabled: isNeeded,
  })

export type Dependent = NonNullable<ReturnType<typeof useDependents>['items']>[number]
