import { ApiError } from '@bunting/contract'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { whenBack } from './reach.ts'

const freshMs = 10_000
const keptMs = 30 * 60_000
const tries = 2

const isFault = (error: Error): boolean => error instanceof ApiError && error.status >= 500

/** Whoever is told that the session is over, whichever request learned it. */
let onSignedOut: () => void = () => undefined
export const whenSignedOut = (tell: () => void): void => {
  onSignedOut = tell
}

/** Also for whoever asks for it by themselves. */
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

// What was asked for meanwhile failed, and nobody told what changed.
whenBack(() => void queryClient.invalidateQueries())
