import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useChange } from './core/change.ts'
import { api } from './core/client.ts'
import { queryClient } from './core/query-client.ts'

const favouritesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['favourites', projectId],
    queryFn: async () => (await api.getFavourites({ params: { projectId } })).items,
    staleTime: 60_000,
  })

/** The keys of the user's favourite flags; undefined until they are loaded. */
export const useFavourites = (projectId: string): ReadonlySet<string> | undefined => {
  const { data } = useQuery(favouritesQuery(projectId))
  return useMemo(() => data && new Set(data), [data])
}

/** Shown before it is saved. After a failure, the favourites are read again. */
export const useSetFavourite = (projectId: string) =>
  useChange({
    run: ({ flagKey, favourite }: { flagKey: string; favourite: boolean }) => {
      const { queryKey } = favouritesQuery(projectId)
      void queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (keys = []) => [
        ...keys.filter((key) => key !== flagKey),
        ...(favourite ? [flagKey] : []),
      ])
      const params = { projectId, flagKey }
      return favourite ? api.addFavourite({ params }) : api.removeFavourite({ params })
    },
    touches: () => [favouritesQuery(projectId).queryKey],
    failed: 'Not marked',
  })
