import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { batch } from '../../src/base/batch.ts'
import { coalesce } from '../../src/base/coalesce.ts'
import { giveTurn } from '../../src/base/give-turn.ts'

/** Runs that finish when the test lets them. */
const openRuns = () => {
  const runs: { items: readonly string[]; end: PromiseWithResolvers<void> }[] = []
  return {
    ran: () => runs.map(({ items }) => items.join('')),
    end: (at: number) => runs[at]?.end.resolve(),
    fail: (at: number, error: Error) => runs[at]?.end.reject(error),
    run: async (items: readonly string[]) => {
      const end = Promise.withResolvers<void>()
      runs.push({ items, end })
      await end.promise
      return items.map((item) => item.toUpperCase())
    },
  }
}

test('what comes in one turn goes into one run, and what comes while that is under way into the next', async () => {
  const { ran, end, run } = openRuns()
  const { add } = batch(run)
  const first = Promise.all([add('a'), add('b')])
  await giveTurn()
  const next = [add('c')]
  await giveTurn()
  next.push(add('d'))
  await giveTurn()
  expect(ran()).toEqual(['ab'])
  end(0)
  expect(await first).toEqual(['A', 'B'])
  await expect.poll(ran).toEqual(['ab', 'cd'])
  end(1)
  expect(await Promise.all(next)).toEqual(['C', 'D'])
})

test('a run belongs to the trace of its first caller, not to that of the run before', async () => {
  const trace = new AsyncLocalStorage<string>()
  const traces: (string | undefined)[] = []
  const { end, run } = openRuns()
  const { add } = batch((items: readonly string[]) => {
    traces.push(trace.getStore())
    return run(items)
  })
  const first = trace.run('first', () => add('a'))
  await giveTurn()
  const next = [trace.run('second', () => add('b')), trace.run('third', () => add('c'))]
  await giveTurn()
  end(0)
  await first
  await expect.poll(() => traces).toEqual(['first', 'second'])
  end(1)
  expect(await Promise.all(next)).toEqual(['B', 'C'])
})

test('an item that fails takes no other with it, and a run that fails takes all of its own', async () => {
  const { add } = batch<string, string>(async (items, failed) => {
    if (items.includes('worst')) throw new Error('all failed')
    for (const item of items) if (item === 'bad') failed(item, new Error('it failed'))
    return items.map((item) => item.toUpperCase())
  })
  const outcomesOf = (...items: string[]) => Promise.allSettled(items.map(add))
  expect(await outcomesOf('a', 'bad', 'b')).toMatchObject([
    { value: 'A' },
    { reason: Error('it failed') },
    { value: 'B' },
  ])
  expect(await outcomesOf('a', 'worst')).toMatchObject([
    { reason: Error('all failed') },
    { reason: Error('all failed') },
  ])
  expect(await outcomesOf('c')).toMatchObject([{ value: 'C' }])
})

test('a run takes no more than it may, but one item however large, and no more run than may', async () => {
  const { ran, end, run } = openRuns()
  const { add, idle } = batch(run, { maxRunning: 2, maxSize: 3, sizeOf: ({ length }) => length })
  const all = Promise.all(['a', 'bb', 'c', 'dddd', 'e'].map(add))
  await giveTurn()
  expect(ran()).toEqual(['abb', 'c'])
  end(1)
  await expect.poll(ran).toEqual(['abb', 'c', 'dddd'])
  end(0)
  await expect.poll(ran).toEqual(['abb', 'c', 'dddd', 'e'])
  end(2)
  end(3)
  await idle()
  expect(await all).toEqual(['A', 'BB', 'C', 'DDDD', 'E'])
})

test('between one run and the next others have their turn', async () => {
  const { add } = batch(async () => undefined)
  let hadTurn = false
  await add('a')
  setImmediate(() => {
    hadTurn = true
  })
  await add('b')
  await add('c')
  expect(hadTurn).toBe(true)
})

test('callers of a key share a run that begins after they called; other keys wait for nothing', async () => {
  const { ran, end, fail, run } = openRuns()
  const ask = coalesce((key: string) => run([key]))
  const first = ask('a')
  const other = ask('b')
  expect(ran()).toEqual(['a', 'b'])
  const later = [ask('a'), ask('a')]
  end(1)
  expect(await other).toEqual(['B'])
  fail(0, new Error('it failed'))
  await expect(first).rejects.toThrow('it failed')
  await expect.poll(ran).toEqual(['a', 'b', 'a'])
  end(2)
  expect(await Promise.all(later)).toEqual([['A'], ['A']])
})
