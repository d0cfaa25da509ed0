import type { Query } from '@tanstack/react-query'
import type { pages } from './every-page.ts'
import { queryClient } from './query-client.ts'
import { readAgain } from './read-again.ts'

type Pages<Item> = Pick<ReturnType<typeof pages<Item>>, 'queryKey'>

type How = {
  /** A change is on its way that a read would not show yet: what has to be read again waits for the next call. */
  isAhead?: boolean
}

/**
 * Shows in a list what turned out to be so, without reading it. What is being read of it now may be older than this and would
 * take its place, so that is ended and begun again; a next page by those who want it.
 */
export const changePages = <Item>(
  { queryKey }: Pages<Item>,
  change: (items: Item[], page: number) => Item[],
  { isAhead = false }: How = {},
): void => {
  const query = queryClient.getQueryCache().find({ queryKey })
  if (!query) return
  const isRead = query.state.data !== undefined
  const isOwed = !isRead || query.state.isInvalidated || isReadWhole(query)
  if (isRead) {
    void query.cancel({ revert: true })
    queryClient.setQueryData(
      queryKey,
      (data) => data && { ...data, pages: data.pages.map((page, at) => ({ ...page, items: change(page.items, at) })) },
    )
  }
  if (isOwed && isAhead) query.invalidate()
  else if (isOwed) void readAgain({ queryKey, exact: true })
}

const isReadWhole = ({ state }: Query): boolean => state.fetchStatus !== 'idle' && !state.fetchMeta?.fetchMore
