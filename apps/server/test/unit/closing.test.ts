import { expect, test } from 'vitest'
import { closeAll } from '../../src/compose/closing.ts'

/** Parts that note when they are closed; those in `failing` fail to close. */
const openParts = (failing: readonly string[] = []) => {
  const closed: string[] = []
  const part = (name: string) => async () => {
    closed.push(name)
    if (failing.includes(name)) throw new Error(`${name} is stuck`)
  }
  const closing = { listeners: [part('api'), part('streams')], parts: [part('store'), part('edge'), part('runner')] }
  return { closed, close: () => closeAll(closing) }
}

test('listeners close first, and then what was opened last', async () => {
  const { closed, close } = openParts()
  await close()
  expect(closed).toEqual(['api', 'streams', 'runner', 'edge', 'store'])
})

test.each(['api', 'runner', 'edge'])('what comes after %s closes, though that fails to', async (name) => {
  const { closed, close } = openParts([name])
  await expect(close()).rejects.toThrow(`${name} is stuck`)
  expect(closed).toEqual(['api', 'streams', 'runner', 'edge', 'store'])
})

test('of several failures each is told', async () => {
  const { close } = openParts(['api', 'store'])
  await expect(close()).rejects.toThrow('Error: api is stuck; Error: store is stuck')
})
