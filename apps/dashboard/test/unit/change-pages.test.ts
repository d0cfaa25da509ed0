import { InfiniteQueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { changePages } from '../../src/api/core/change-pages.ts'
import { pages } from '../../src/api/core/every-page.ts'
import { queryClient } from '../../src/api/core/query-client.ts'

/** A displayed list, and its data in the service: the first read is done, later ones finish when the test lets them. */
const shownList = async (name: string) => {
  const service = { items: ['a', 'b'] }
  let gate = Promise.resolve()
  const query = pages<string>([name], async () => {
    const items = service.items
    await gate
    return { items, nextCursor: null, hasMore: false }
  })
  const observer = new InfiniteQueryObserver(queryClient, query)
  onTestFinished(observer.subscribe(() => undefined))
  const shown = () => observer.getCurrentResult().data?.pages.flatMap(({ items }) => items)
  await vi.waitFor(() => expect(shown()).toEqual(service.items))
  const readAgain = () => {
    const held = Promise.withResolvers<void>()
    gate = held.promise
    void observer.refetch()
    return () => held.resolve()
  }
  return { query, service, shown, readAgain }
}

test('a list that was being read again when something was put into it is read once more', async () => {
  const { query, service, shown, readAgain } = await shownList('once more')
  const letGo = readAgain()
  service.items = ['A', 'B, changed elsewhere', 'c']
  changePages(query, (items) => items.map((item) => (item === 'a' ? 'A' : item)))
  expect(shown()).toEqual(['A', 'b'])
  letGo()
  await vi.waitFor(() => expect(shown()).toEqual(['A', 'B, changed elsewhere', 'c']))
})

test('what is shown ahead stays until it is settled, and then the list is read once more', async () => {
  const { query, service, shown, readAgain } = await shownList('ahead')
  const letGo = readAgain()
  service.items = ['a', 'b', 'c']
  changePages(query, (items) => items.map((item) => (item === 'a' ? 'A' : item)), { isAhead: true })
  letGo()
  await queryClient.fetchQuery({ queryKey: ['anything else'], queryFn: () => 0 })
  expect(shown()).toEqual(['A', 'b'])
  service.items = ['A', 'b', 'c']
  changePages(query, (items) => items)
  await vi.waitFor(() => expect(shown()).toEqual(['A', 'b', 'c']))
})
