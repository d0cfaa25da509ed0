import { expect, test } from 'vitest'
import { batched } from '../../src/api/core/batch.ts'

test('what is asked for together is one question, each id once', async () => {
  const asked: (readonly string[])[] = []
  const load = batched(
    async (ids) => {
      asked.push(ids)
      return ids.filter((id) => id !== 'unknown').map((id) => ({ id }))
    },
    ({ id }) => id,
  )
  expect(await Promise.all([load('a'), load('b'), load('a'), load('unknown')])).toEqual([
    { id: 'a' },
    { id: 'b' },
    { id: 'a' },
    null,
  ])
  expect(asked).toEqual([['a', 'b', 'unknown']])
})

test('more than a request can name are several, and one that fails costs the others nothing', async () => {
  const ids = Array.from({ length: 150 }, (_, index) => `id-${index}`)
  const load = batched(
    async (some) => {
      if (some.includes('id-0')) throw new Error('refused')
      return some
    },
    (id) => id,
  )
  const results = await Promise.allSettled(ids.map(load))
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(100)
  expect(results.at(-1)).toEqual({ status: 'fulfilled', value: 'id-149' })
})
