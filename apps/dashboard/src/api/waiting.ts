import { useQuery } from '@tanstack/react-query'
import { api } from './core/client.ts'
import { pages, usePages } from './core/every-page.ts'

export const waitingKeys = { all: ['waiting'] }

/** A page follows its own project; what is proposed in others is looked for now and then. */
const againMs = 60_000

/** What I may approve, in every project, newest first; also for a window that nobody looks at, where that is wanted. */
export const useWaiting = ({ inBackground = false } = {}) =>
  usePages({
    ...pages([...waitingKeys.all, 'list'], (query) => api.listWaitingProposals({ query })),
    refetchInterval: againMs,
    refetchIntervalInBackground: inBackground,
  })

export type WaitingProposal = NonNullable<ReturnType<typeof useWaiting>['items']>[number]

/** How many that are. */
export const useWaitingCount = (): number | undefined =>
  useQuery({
    queryKey: [...waitingKeys.all, 'count'],
    queryFn: async () => (await api.listWaitingProposals({ query: { limit: 1 } })).total,
    refetchInterval: againMs,
    // The title of a window that nobody looks at says it.
    refetchIntervalInBackground: true,
  }).data
