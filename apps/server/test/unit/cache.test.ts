import { expect, test, vi } from 'vitest'
import { openCache } from '../../src/delivery/cache/cache.ts'

type Value = { revision: number; bytes?: number }

/** A cache over an edge that answers when the test lets it. */
const open = (maxEntries = 10, recall?: () => Promise<{ value: Value; ageMs: number }>) => {
  const waiting: PromiseWithResolvers<Value | undefined>[] = []
  const state = { nowMs: 0, reads: 0, applied: 0, errors: 0 }
  const cache = openCache<Value, Value>({
    read: () => {
      state.reads++
      const answer = Promise.withResolvers<Value | undefined>()
      waiting.push(answer)
      return answer.promise
    },
    apply: (read) => {
      state.applied++
      return read
    },
    replaces: (read, known) => (read?.revision ?? 0) >= (known?.revision ?? 0),
    ...(recall ? { recall } : {}),
    nowMs: () => state.nowMs,
    onError: () => state.errors++,
    ttlMs: 30_000,
    retryMs: 1_000,
    maxEntries,
    bytes: { of: (value) => value?.bytes ?? 0, max: 100 },
  })
  const next = () => vi.waitFor(() => waiting.shift() ?? Promise.reject(new Error('nothing is read')))
  const answer = async (revision: number, bytes = 0) => (await next()).resolve({ revision, bytes })
  const answerNone = async () => (await next()).resolve(undefined)
  const fail = async () => (await next()).reject(new Error('the edge is away'))
  const know = async (key: string, revision: number, bytes = 0) => {
    const loaded = cache.load(key)
    await answer(revision, bytes)
    await loaded
  }
  const current = (key: string) => cache.peek(key)?.value?.revision
  return { cache, state, answer, answerNone, fail, know, current }
}

test('a thousand callers of something unknown share one read', async () => {
  const { cache, state, answer } = open()
  const loads = Array.from({ length: 1_000 }, () => cache.load('a'))
  await answer(1)
  expect((await Promise.all(loads)).every(({ value }) => value?.revision === 1)).toBe(true)
  expect(state.reads).toBe(1)
})

test('an expired value is served while it is refreshed', async () => {
  const { state, answer, know, current } = open()
  await know('a', 1)
  state.nowMs = 30_001
  expect(current('a')).toBe(1)
  await answer(2)
  await vi.waitFor(() => expect(current('a')).toBe(2))
  expect(state.reads).toBe(2)
})

test('a value that cannot be refreshed is served on, and the edge asked again only after a while', async () => {
  const { state, fail, know, current } = open()
  await know('a', 1)
  state.nowMs = 30_001
  for (let asked = 0; asked < 5; asked++) expect(current('a')).toBe(1)
  await fail()
  await vi.waitFor(() => expect(state.errors).toBe(1))
  for (let asked = 0; asked < 5; asked++) expect(current('a')).toBe(1)
  expect(state.reads).toBe(2)
  state.nowMs += 1_001
  expect(current('a')).toBe(1)
  await vi.waitFor(() => expect(state.reads).toBe(3))
})

test('a notice refreshes at once, and one that comes during a read has it read again', async () => {
  const { cache, state, answer, know, current } = open()
  await know('a', 1)
  cache.refresh('a')
  await vi.waitFor(() => expect(state.reads).toBe(2))
  cache.refresh('a')
  await answer(2)
  await answer(3)
  await vi.waitFor(() => expect(current('a')).toBe(3))
  expect(state.reads).toBe(3)
})

test('a notice during the first read has it read again', async () => {
  const { cache, state, answer } = open()
  const loaded = cache.load('a')
  await vi.waitFor(() => expect(state.reads).toBe(1))
  cache.refresh('a')
  await answer(1)
  await answer(2)
  expect((await loaded).value?.revision).toBe(2)
})

test('what nobody asked for is not read on a notice', () => {
  const { cache, state } = open()
  cache.refresh('a')
  cache.refreshAll()
  expect(state.reads).toBe(0)
})

test('an edge that went back takes nothing known away, and nothing of it is applied', async () => {
  const { cache, state, answer, know, current } = open()
  await know('a', 5)
  expect(state.applied).toBe(1)
  cache.refresh('a')
  const refreshed = cache.load('a')
  await answer(4)
  await refreshed
  expect(current('a')).toBe(5)
  expect(state.applied).toBe(1)
})

test('a read that failed is not remembered', async () => {
  const { cache, state, answer, fail } = open()
  const first = cache.load('a')
  await fail()
  await expect(first).rejects.toThrow('away')
  expect(cache.peek('a')).toBeUndefined()
  const second = cache.load('a')
  await answer(1)
  expect((await second).value).toMatchObject({ revision: 1 })
  expect(state.reads).toBe(2)
})

test('where nothing is known and the edge is away, what was known before is served, with its age', async () => {
  const { cache, state, fail, answer, current } = open(10, async () => ({ value: { revision: 7 }, ageMs: 60_000 }))
  state.nowMs = 5_000
  const loaded = cache.load('a')
  await fail()
  expect(await loaded).toMatchObject({ value: { revision: 7 }, loadedAtMs: -55_000 })
  state.nowMs += 1_001
  expect(current('a')).toBe(7)
  await answer(8)
  await vi.waitFor(() => expect(current('a')).toBe(8))
})

test('as many are kept as have room together, and what takes its own place is counted once', async () => {
  const { know, current } = open()
  const known = () => ['a', 'b', 'c', 'd'].filter((key) => current(key) !== undefined)
  await know('a', 1, 40)
  await know('b', 1, 30)
  await know('b', 2, 40)
  await know('c', 1, 20)
  expect(known()).toEqual(['a', 'b', 'c'])
  await know('d', 1, 30)
  expect(known()).toEqual(['b', 'c', 'd'])
  await know('b', 3, 10)
  await know('a', 1, 40)
  expect(known(), 'what became smaller makes room').toEqual(['a', 'b', 'c', 'd'])
})

test('one that is larger than all may be together is kept alone', async () => {
  const { know, current } = open()
  await know('a', 1, 40)
  await know('b', 1, 500)
  expect([current('a'), current('b')]).toEqual([undefined, 1])
  await know('c', 1, 40)
  expect([current('b'), current('c')]).toEqual([undefined, 1])
})

test('the least recently used leaves first', async () => {
  const { state, know, current } = open(2)
  await know('a', 1)
  await know('b', 1)
  state.nowMs = 5_000
  expect(current('a')).toBe(1)
  await know('c', 1)
  expect([current('a'), current('b'), current('c')]).toEqual([1, undefined, 1])
})

test('notices without end keep nobody waiting', async () => {
  const { cache, state, answer, current } = open()
  const loaded = cache.load('a')
  for (let revision = 1; revision <= 3; revision++) {
    await vi.waitFor(() => expect(state.reads).toBe(revision))
    cache.refresh('a')
    await answer(revision)
  }
  expect((await loaded).value?.revision).toBe(3)
  await answer(4)
  await vi.waitFor(() => expect(current('a')).toBe(4))
})

test('while notices outpace reads, whatever a read gave is served at once', async () => {
  const { cache, state, answer, know, current } = open()
  await know('a', 1)
  cache.refresh('a')
  for (let revision = 2; revision <= 10; revision++) {
    await vi.waitFor(() => expect(state.reads).toBe(revision))
    cache.refresh('a')
    await answer(revision)
    await vi.waitFor(() => expect(current('a')).toBe(revision))
  }
})

test('a read that fails takes nothing from the one before it', async () => {
  const { cache, state, answer, fail, current } = open()
  const loaded = cache.load('a')
  await vi.waitFor(() => expect(state.reads).toBe(1))
  cache.refresh('a')
  await answer(1)
  await fail()
  expect((await loaded).value?.revision).toBe(1)
  expect([current('a'), state.errors]).toEqual([1, 1])
})

test('that there is nothing is said only by a read that no notice overtook', async () => {
  const { cache, state, answer, answerNone } = open()
  const loaded = cache.load('a')
  await vi.waitFor(() => expect(state.reads).toBe(1))
  cache.refresh('a')
  await answerNone()
  await vi.waitFor(() => expect(state.reads).toBe(2))
  expect(cache.peek('a')).toBeUndefined()
  await answer(1)
  expect((await loaded).value?.revision).toBe(1)
})
