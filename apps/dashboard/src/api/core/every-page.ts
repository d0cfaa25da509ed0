import {
  hashKey,
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'

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

type Pages<Item> = ReturnType<typeof pages<Item>>

type More = {
  /** The library's: it does not interrupt a refetch of the whole list in flight, but waits for that instead. */
  fetchNextPage(options: { cancelRefetch: false }): Promise<{
    data: InfiniteData<unknown> | undefined
    hasNextPage: boolean
    isError: boolean
  }>
  wanted: number
  isOver(): boolean
}

/** Reads pages until there are as many as wanted. A refetch of the whole list may come in between, and adds no page. */
export const readPages = async ({ fetchNextPage, wanted, isOver }: More): Promise<void> => {
  for (;;) {
    const { data, hasNextPage, isError } = await fetchNextPage({ cancelRefetch: false })
    if (isOver() || isError || !hasNextPage || (data?.pages.length ?? 0) >= wanted) return
  }
}

/** The list, loaded up to the wanted number of pages. */
const usePagesUntil = <Item>(options: Pages<Item>, wanted: number) => {
  const query = useInfiniteQuery(options)
  const { data, hasNextPage, isError, fetchNextPage } = query
  const isShort = options.enabled !== false && hasNextPage && !isError && (data?.pages.length ?? 0) < wanted
  useEffect(() => {
    if (!isShort) return
    let isOver = false
    void readPages({ fetchNextPage, wanted, isOver: () => isOver })
    return () => {
      isOver = true
    }
  }, [isShort, wanted, fetchNextPage])
  const items = useMemo(() => data?.pages.flatMap((page) => page.items), [data])
  return { ...query, items, isShort }
}

/** The items loaded so far, and a function that loads the next page. */
export const usePages = <Item>(options: Pages<Item>) => {
  const list = hashKey(options.queryKey)
  const [wanted, setWanted] = useState({ list, pages: 0 })
  const query = usePagesUntil(options, wanted.list === list ? wanted.pages : 0)
  const { data, isError, isShort, fetchNextPage: tryAgain } = query
  const loaded = data?.pages.length ?? 0
  const fetchNextPage = useCallback((): void => {
    setWanted({ list, pages: loaded + 1 })
    if (isError) void tryAgain({ cancelRefetch: false })
  }, [list, loaded, isError, tryAgain])
  return { ...query, fetchNextPage, isFetchingNextPage: query.isFetchingNextPage || isShort }
}

/** Every item: the first page at once, the others as they arrive. `isComplete` is true when all have arrived. */
export const useEveryPage = <Item>(options: Pages<Item>) => {
  const query = usePagesUntil(options, Number.POSITIVE_INFINITY)
  // A failed refresh keeps the items that are there.
  return { ...query, isComplete: query.data !== undefined && !query.hasNextPage }
}
