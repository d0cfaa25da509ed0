import type { Query } from '@tanstack/react-query'
import type { pages } from './every-page.ts'
import { queryClient } from './query-client.ts'
import { readAgain } from './read-again.ts'

type Pages<Item> = Pick<ReturnType<typeof pages<Item>>, 'queryKey'>

type How = {
  /** A change is in flight that a read would not show yet: an outstanding read waits for the next call. */
  isAhead?: boolean
}

/**
 * Changes items of a cached list without reading it again. A read of the list in flight may be older than the change and
 * would overwrite it, so it is cancelled and started again. A cancelled next page is asked for again by the hook that needs
 * it.
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
