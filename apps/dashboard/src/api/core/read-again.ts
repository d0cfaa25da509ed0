import type { Query, QueryFilters } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

/**
 * Reads the active queries again, and marks the others as stale. A first read in flight may be older than the change, and
 * the library would not repeat it: that query is read once more when the first read ends.
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
