import { ApiError } from '@bunting/contract'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { whenBack } from './reach.ts'

const freshMs = 10_000
const keptMs = 30 * 60_000
const tries = 2

const isFault = (error: Error): boolean => error instanceof ApiError && error.status >= 500

/** Called when any request learns that the session is over. */
let onSignedOut: () => void = () => undefined
export const whenSignedOut = (tell: () => void): void => {
  onSignedOut = tell
}

/** Also for requests made outside the query client. */
export const onError = (error: Error): void => {
  if (error instanceof ApiError && error.status === 401) onSignedOut()
}

/**
 * What was seen stays in memory, so that a page paints at once on return and is brought up to date behind it. Nothing is
 * kept on disk.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      gcTime: keptMs,
      retry: (failures, error) => failures < tries && isFault(error),
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

// Reads failed during the outage, and the stream reported no changes.
whenBack(() => void queryClient.invalidateQueries())
