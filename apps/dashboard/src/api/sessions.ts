import { queryOptions, useQuery } from '@tanstack/react-query'
import { useChange } from './core/change.ts'
import { api } from './core/client.ts'

export const sessionKeys = { own: ['own-sessions'] }

/** The user's own sessions. */
export const useSessions = () =>
  useQuery(queryOptions({ queryKey: sessionKeys.own, queryFn: async () => (await api.listSessions({})).items }))

export type OwnSession = NonNullable<ReturnType<typeof useSessions>['data']>[number]

export const useEndSession = () =>
  useChange({
    run: (sessionId: string) => api.endSession({ params: { sessionId } }),
    touches: () => [sessionKeys.own],
    failed: 'Not ended',
  })
