import { useQuery } from '@tanstack/react-query'
import { api } from './client.ts'
import { pages, usePages } from './every-page.ts'

export const waitingKeys = { all: ['waiting'] }

/** A page follows its own project; what is proposed in others is looked for now and then. */
const againMs = 60_000

/** What I may approve, in every project, newest first. */
export const useWaiting = () =>
  usePages({
    ...pages([...waitingKeys.all, 'list'], (query) => api.listWaitingProposals({ query })),
    refetchInterval: againMs,
  })

export type WaitingProposal = NonNullable<ReturnType<typeof useWaiting>['items']>[number]

/** How many that are. */
export const useWaitingCount = (): number | undefined =>
  useQuery({
    queryKey: [...waitingKeys.all, 'count'],
    queryFn: async () => (await api.listWaitingProposals({ query: { limit: 1 } })).total,
    refetchInterval: againMs,
  }).data
