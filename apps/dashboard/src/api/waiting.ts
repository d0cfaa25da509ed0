import { useQuery } from '@tanstack/react-query'
import { api } from './core/client.ts'
import { pages, usePages } from './core/every-page.ts'

export const waitingKeys = { all: ['waiting'] }

/** The poll interval: changes of other projects than the one in view are not reported live. */
const againMs = 60_000

/** The proposals that the user may approve, in every project, newest first. Optionally polled in a hidden window, too. */
export const useWaiting = ({ inBackground = false } = {}) =>
  usePages({
    ...pages([...waitingKeys.all, 'list'], (query) => api.listWaitingProposals({ query })),
    refetchInterval: againMs,
    refetchIntervalInBackground: inBackground,
  })

export type WaitingProposal = NonNullable<ReturnType<typeof useWaiting>['items']>[number]

/** The number of proposals that the user may approve. */
export const useWaitingCount = (): number | undefined =>
  useQuery({
    queryKey: [...waitingKeys.all, 'count'],
    queryFn: async () => (await api.listWaitingProposals({ query: { limit: 1 } })).total,
    refetchInterval: againMs,
    // The window's title shows the number, also while the window is hidden.
    refetchIntervalInBackground: true,
  }).data
