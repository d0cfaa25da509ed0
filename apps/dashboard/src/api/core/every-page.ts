import { type InfiniteData, infiniteQueryOptions, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

type Page<Item> = { items: Item[]; nextCursor: number | null; hasMore: boolean }
export type Paging = { limit: number; cursor?: number }

const pageSize = 100

/** A list of the API, page by page: `pages(['flags', projectId], (query) => api.listFlags({ params, query }))`. */
export const pages = <Item>(queryKey: QueryKey, load: (paging: Paging) => Promise<Page<Item>>, limit = pageSize) =>
  infiniteQueryOptions<Page<Item>, Error, InfiniteData<Page<Item>>, QueryKey, number | undefined>({
    queryKey,
    queryFn: ({ pageParam }) => load({ limit, ...(pageParam === undefined ? {} : { cursor: pageParam }) }),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

/** The items so far, and how to get more. */
export const usePages = <Item>(options: ReturnType<typeof pages<Item>>) => {
  const query = useInfiniteQuery(options)
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items), [query.data])
  return { ...query, items }
}

/** Every item: the first page at once, the others as they come. `isComplete` says when all are there. */
export const useEveryPage = <Item>(options: ReturnType<typeof pages<Item>>) => {
  const query = usePages(options)
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  // A refresh that fails takes nothing away.
  return { ...query, isComplete: query.data !== undefined && !hasNextPage }
}
