import type { Environment } from '@bunting/contract'
import { useEffect } from 'react'
import { useEnvironments } from './environments.ts'

const keyOf = (projectId: string): string => `bunting-env:${projectId}`

/** The environment last used in this window, otherwise in any window. */
const carried = (projectId: string): string | undefined => {
  try {
    return sessionStorage.getItem(keyOf(projectId)) ?? localStorage.getItem(keyOf(projectId)) ?? undefined
  } catch {
    return undefined
  }
}

const carry = (projectId: string, envId: string): void => {
  try {
    sessionStorage.setItem(keyOf(projectId), envId)
    localStorage.setItem(keyOf(projectId), envId)
  } catch {
    // Without storage, every page begins with the first environment.
  }
}

/** The environment of a page: the one in the address (slug or id), else the one used last, else the first. */
export const useCarriedEnvironment = (projectId: string, named: string | undefined): Environment | undefined => {
  const environments = useEnvironments(projectId)
  const byAddress = environments.find(({ slug, id }) => slug === named || id === named)
  const chosen = byAddress?.id
  useEffect(() => {
    if (chosen !== undefined) carry(projectId, chosen)
  }, [projectId, chosen])
  return byAddress ?? environments.find(({ id }) => id === carried(projectId)) ?? environments[0]
}
