import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { pages, readPages } from '../../src/api/core/every-page.ts'

/** A list of three pages. Each request is answered when the test lets it. */
const openList = () => {
  const asked: { cursor: number; letGo(): void }[] = []
  const load = async ({ cursor = 0 }: { cursor?: number }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    asked.push({ cursor, letGo: resolve })
    await promise
    return { items: [cursor], nextCursor: cursor < 2 ? cursor + 1 : null, hasMore: cursor < 2 }
  }
  const observer = new InfiniteQueryObserver(new QueryClient(), pages(['list'], load))
  const answerNext = async (cursor: number) => {
    await expect.poll(() => asked[0]?.cursor).toBe(cursor)
    asked.shift()?.letGo()
  }
  const cursors = () => observer.getCurrentResult().data?.pages.flatMap(({ items }) => items)
  return { observer, answerNext, cursors }
}

const open = async () => {
  const list = openList()
  const close = list.observer.subscribe(() => undefined)
  await list.answerNext(0)
  await expect.poll(list.cursors).toEqual([0])
  const fetchNextPage = list.observer.fetchNextPage
  return { ...list, fetchNextPage, [Symbol.dispose]: close }
}

test('a next page comes although the whole list is being read again when it is asked for', async () => {
  using list = await open()
  void list.observer.refetch()
  const read = readPages({ fetchNextPage: list.fetchNextPage, wanted: 2, isOver: () => false })
  await list.answerNext(0)
  await list.answerNext(1)
  await read
  expect(list.cursors()).toEqual([0, 1])
})

test('a next page comes although the whole list is read again while it is on its way', async () => {
  using list = await open()
  const read = readPages({ fetchNextPage: list.fetchNextPage, wanted: 3, isOver: () => false })
  await list.answerNext(1)
  void list.observer.refetch()
  for (const cursor of [0, 1, 2]) await list.answerNext(cursor)
  await read
  expect(list.cursors()).toEqual([0, 1, 2])
})
