import type { Query, QueryFilters } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

/**
 * Reads again what is shown, and marks the rest. A first read that is under way may be older than what changed, and the
 * library would leave it at that: it is read once more when it is there.
 */
export const readAgain = async (filters: QueryFilters): Promise<void> => {
  const firstReads = queryClient.getQueryCache().findAll(filters).filter(isFirstRead)
  await Promise.all([queryClient.invalidateQueries(filters), ...firstReads.map(thenOnceMore)])
}

const isFirstRead = ({ state }: Query): boolean => state.data === undefined && state.fetchStatus === 'fetching'

const thenOnceMore = async (query: Query): Promise<void> => {
  await query.fetch().catch(() => undefined)
  await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
}
