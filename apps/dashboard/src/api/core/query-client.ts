import { ApiError } from '@bunting/contract'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { whenBack } from './reach.ts'

const freshMs = 10_000
const keptMs = 30 * 60_000
const tries = 2

const isFault = (error: Error): boolean => error instanceof ApiError && error.status >= 500

/** Called when any request finds that the session has ended. */
let onSignedOut: () => void = () => undefined
export const whenSignedOut = (tell: () => void): void => {
  onSignedOut = tell
}

/** Reports an ended session. Requests made outside the query client call it, too. */
export const onError = (error: Error): void => {
  if (error instanceof ApiError && error.status === 401) onSignedOut()
}

/**
 * Data stays in memory, so that a page shows at once when the user returns and refreshes in the background. Nothing is
 * stored on disk.
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
